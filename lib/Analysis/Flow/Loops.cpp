//===--- Loops.cpp - Loops of a program -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/Loops.h"
#include "llvm/ADT/MapVector.h"

namespace warplint {

Loops::Loops(const InlinedCFG &P, const FlowView &View) : View(View) {
  llvm::MapVector<const Node *, Loop> ByHeader;
  for (const Node *From : P.order()) {
    if (!View.contains(*From))
      continue;
    for (const ViewNode *To : View.successors(*From)) {
      if (!View.dominates(*To->Of, *From))
        continue;
      Loop &L = ByHeader[To->Of];
      L.Header = To->Of;
      L.Nodes.insert(To->Of);
      llvm::SmallVector<const Node *, 16> Work;
      if (L.Nodes.insert(From).second)
        Work.push_back(From);
      while (!Work.empty())
        for (const Node *Earlier : Work.pop_back_val()->predecessors())
          if (View.contains(*Earlier) && L.Nodes.insert(Earlier).second)
            Work.push_back(Earlier);
    }
  }
  for (auto &[Header, L] : ByHeader)
    All.push_back(std::move(L));
  llvm::stable_sort(All, [](const Loop &L, const Loop &R) {
    return L.Nodes.size() < R.Nodes.size();
  });
}

const Loop *Loops::innermost(const Node &A, const Node &B) const {
  for (const Loop &L : All)
    if (L.contains(A) && L.contains(B))
      return &L;
  return nullptr;
}

const Loop *Loops::leftBy(const Node &Branch, const Node &Inside) const {
  const Loop *L = innermost(Branch, Inside);
  if (!L || llvm::all_of(View.successors(Branch), [&](const ViewNode *To) {
        return L->contains(*To->Of);
      }))
    return nullptr;
  return L;
}

bool Loops::isInvariant(const Term *T, const Loop &L) const {
  return !anyPartOf(T, [&](const Term &Part) {
    const auto *Join = llvm::dyn_cast<PhiTerm>(&Part);
    return Join && L.contains(*Join->node());
  });
}

bool leadsTo(const FlowView &View, const Event &From, const Event &To,
             const Event *Without) {
  llvm::SmallPtrSet<const Node *, 32> Seen;
  size_t After = &From - From.At->Events.data() + 1;
  llvm::SmallVector<std::pair<const Node *, size_t>, 32> Work{{From.At, After}};
  while (!Work.empty()) {
    auto [N, Begin] = Work.pop_back_val();
    bool Stopped = false;
    for (size_t I = Begin; I < N->Events.size() && !Stopped; ++I) {
      if (&N->Events[I] == &To)
        return true;
      Stopped = &N->Events[I] == Without;
    }
    if (!Stopped && View.contains(*N))
      for (const ViewNode *Next : View.successors(*N))
        if (Seen.insert(Next->Of).second)
          Work.push_back({Next->Of, 0});
  }
  return false;
}

} // namespace warplint
