//===--- Convergence.cpp - Which threads come to a point -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence.h"

using namespace clang;

namespace warplint {

/// Each exit taken out costs a dominator tree; kernels have a handful.
static constexpr unsigned MaxExits = 32;

Convergence::Convergence(Program &P, const Evaluation &Values,
                         const Uniformity &Agreement)
    : P(P), Values(Values), Agreement(Agreement) {
  Rest = std::make_unique<FlowView>(P, Values);
  takeOutAborts();
  for (unsigned I = 0; I < MaxExits && takeOutNextExit(); ++I)
    ;
}

/// A return, written by the user, after which the thread does nothing more.
bool Convergence::endsThread(const Node &N) const {
  if (!N.hasExplicitReturn())
    return false;
  const Node *At = &N;
  while (At != &P.exit()) {
    if (At->successors().size() != 1)
      return false;
    At = At->successors()[0];
    if (!At->Events.empty())
      return false;
  }
  return true;
}

/// Nodes in the rest of the graph from which every path ends in \p Ends.
FlowView::NodeSet
Convergence::leadingOnlyTo(const FlowView::NodeSet &Ends) const {
  FlowView::NodeSet Result = Ends;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const Node *N : llvm::reverse(P.order())) {
      if (!Rest->contains(*N) || Result.count(N))
        continue;
      llvm::ArrayRef<ViewNode *> Next = Rest->successors(*N);
      if (Next.empty() || !llvm::all_of(Next, [&](const ViewNode *S) {
            return Result.count(S->Of);
          }))
        continue;
      Result.insert(N);
      Changed = true;
    }
  }
  return Result;
}

void Convergence::takeOut(const FlowView::NodeSet &Leaving) {
  for (const Node *N : Leaving)
    ControlsOfGone[N] = Rest->allControls(*N);
  Gone.insert(Leaving.begin(), Leaving.end());
  Rest = std::make_unique<FlowView>(P, Values, Gone);
}

/// A failed assertion or a trap ends the whole launch: nobody waits after it.
void Convergence::takeOutAborts() {
  FlowView::NodeSet Aborts;
  for (const Node *N : P.order())
    if (N->Reached && N->ending() == Node::Ending::Abort)
      Aborts.insert(N);
  if (Aborts.empty())
    return;
  FlowView::NodeSet Leaving = leadingOnlyTo(Aborts);
  if (!Leaving.count(&P.entry()))
    takeOut(Leaving);
}

bool Convergence::takeOutNextExit() {
  EarlyExit First;
  size_t Fewest = ~size_t(0);
  for (const Node *N : P.order()) {
    if (!Rest->contains(*N) || !endsThread(*N))
      continue;
    std::vector<const Node *> Over = Rest->allControls(*N);
    auto Divergent = llvm::find_if(Over, [&](const Node *Branch) {
      return !Agreement.isUniformBranch(*Branch, Scope::Block);
    });
    // After an early exit everything depends on its branch. The exit with the
    // fewest branches over it is the one that does not stand behind another.
    if (Divergent == Over.end() || Over.size() >= Fewest)
      continue;
    Fewest = Over.size();
    First = {N, *Divergent};
  }
  if (!First.At)
    return false;
  FlowView::NodeSet Ends;
  Ends.insert(First.At);
  FlowView::NodeSet Leaving = leadingOnlyTo(Ends);
  if (Leaving.count(&P.entry()))
    return false;
  Exits.push_back(First);
  takeOut(Leaving);
  return true;
}

std::vector<const Node *> Convergence::controls(const Node &N) const {
  auto Found = ControlsOfGone.find(&N);
  return Found == ControlsOfGone.end() ? Rest->allControls(N) : Found->second;
}

std::vector<const Node *> Convergence::divergentControls(const Node &N,
                                                         Scope S) const {
  std::vector<const Node *> Over = controls(N);
  llvm::erase_if(Over, [&](const Node *Branch) {
    return Agreement.isUniformBranch(*Branch, S);
  });
  return Over;
}

} // namespace warplint
