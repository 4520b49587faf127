//===--- PostDominators.cpp - Where the successors of branches meet again -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/PostDominators.h"
#include "Analysis/Dataflow/CfgView.h"

namespace warplint::pipelines {

/// Places in the order in which walks back from the ends leave the nodes last.
void PostDominators::number(const KernelFacts &Facts) {
  llvm::DenseMap<const Node *, llvm::SmallVector<const Node *, 2>> Before;
  std::vector<const Node *> Ends;
  for (const Node *N : Facts.cfg().order()) {
    if (!Facts.paths().contains(*N))
      continue;
    for (const ViewNode *To : Facts.paths().successors(*N))
      Before[To->Of].push_back(N);
    if (Facts.paths().successors(*N).empty())
      Ends.push_back(N);
  }
  llvm::DenseMap<const Node *, size_t> NextOf;
  std::vector<const Node *> Left, Work;
  for (const Node *End : Ends) {
    if (!NextOf.try_emplace(End, 0).second)
      continue;
    Work.push_back(End);
    while (!Work.empty()) {
      const Node *N = Work.back();
      llvm::ArrayRef<const Node *> Of = Before[N];
      size_t &Next = NextOf[N];
      if (Next == Of.size()) {
        Left.push_back(N);
        Work.pop_back();
      } else if (const Node *To = Of[Next++];
                 NextOf.try_emplace(To, 0).second) {
        Work.push_back(To);
      }
    }
  }
  Nodes.push_back(nullptr);
  Nodes.insert(Nodes.end(), Left.rbegin(), Left.rend());
  for (unsigned I = 1; I < Nodes.size(); ++I)
    Places[Nodes[I]] = I;
}

unsigned PostDominators::nearest(unsigned A, unsigned B) const {
  while (A != B)
    (A > B ? A : B) = Join[std::max(A, B)];
  return A;
}

/// Cooper, Harvey, Kennedy 2001, on the paths turned around.
PostDominators::PostDominators(const KernelFacts &Facts)
    : Exit(&Facts.cfg().exit()) {
  number(Facts);
  Successors.resize(Nodes.size());
  for (unsigned I = 1; I < Nodes.size(); ++I)
    for (const ViewNode *To : Facts.paths().successors(*Nodes[I]))
      if (auto At = Places.find(To->Of); At != Places.end())
        Successors[I].push_back(At->second);
  constexpr unsigned Open = ~0u;
  Join.assign(Nodes.size(), Open);
  Join[0] = 0;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned I = 1; I < Nodes.size(); ++I) {
      unsigned New = Successors[I].empty() ? 0 : Open;
      for (unsigned To : Successors[I])
        if (Join[To] != Open)
          New = New == Open ? To : nearest(New, To);
      Changed |= New != Join[I];
      Join[I] = New;
    }
  }
}

const Node &PostDominators::joinOf(const Node &Branch) const {
  auto At = Places.find(&Branch);
  const Node *Found = At == Places.end() ? nullptr : Nodes[Join[At->second]];
  return Found ? *Found : *Exit;
}

} // namespace warplint::pipelines
