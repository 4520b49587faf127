//===--- KernelLoops.cpp - Loops and trip counts of a kernel --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/KernelLoops.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Support/Checked.h"

namespace warplint {

/// The condition of the loop is true for the first values of its variables.
static bool runsFirstIteration(const Loop &Of, const KernelFacts &Facts) {
  const Term *First =
      TermRewriter(Facts.terms())
          .rewrite(Of.Header->Branch, [&](const Term &Part) {
            const Induction *Variable = Facts.values().inductions().find(&Part);
            return Variable && &Variable->head() == Of.Header ? Variable->First
                                                              : nullptr;
          });
  const auto *Known = llvm::dyn_cast<ConstantTerm>(First);
  return Known && Known->value() != 0;
}

static int64_t countMinTripCount(const Loop *Of, const KernelFacts &Facts) {
  if (!Of || !Of->Header->Branch || Of->Header->successors().size() != 2 ||
      !Of->contains(*Of->Header->successors()[0]) ||
      Of->contains(*Of->Header->successors()[1]))
    return 0;
  auto Bound = Facts.values().inductions().boundBy(Of->Header->Branch);
  if (!Bound || !Bound->IsOrdered || &Bound->Of->head() != Of->Header)
    return runsFirstIteration(*Of, Facts);
  auto Room = Facts.terms().rangeOf(Bound->Room).Min;
  if (!Room || *Room <= 0)
    return 0;
  auto Step = Bound->Of->constantStep();
  // A step that is not known, or that leads away from the bound.
  if (!Step || (Bound->IsBelow ? *Step <= 0 : *Step >= 0))
    return 1;
  base::Checked Size = base::absolute(*Step),
                Whole = base::Checked(Room) / Size;
  return (Whole + !base::isMultipleOf(Room, Size.orElse(1))).orElse(1);
}

int64_t KernelLoops::minTripCount(const Node &Head) const {
  auto [Known, New] = MinTripCount.try_emplace(&Head, 0);
  if (New)
    Known->second = countMinTripCount(headedBy(Head), Facts);
  return Known->second;
}

/// \p N has a live edge out of \p L that does not lead to an abort.
static bool leaves(const Node &N, const Loop &L, const Evaluation &Values) {
  for (unsigned Successor = 0; Successor < N.successors().size(); ++Successor) {
    const Node *Next = N.successors()[Successor];
    if (!L.contains(*Next) && Values.isLive(N, Successor) &&
        Next->ending() != Node::Ending::Abort)
      return true;
  }
  return false;
}

bool KernelLoops::isLeftAtHeadOnly(const Node &Head) const {
  auto [Known, New] = LeftAtHead.try_emplace(&Head, false);
  if (New)
    if (const Loop *L = headedBy(Head))
      Known->second = llvm::none_of(L->Nodes, [&](const Node *N) {
        return N != &Head && leaves(*N, *L, Facts.values());
      });
  return Known->second;
}

llvm::ArrayRef<KernelLoops::Choice>
KernelLoops::choicesTo(const Node &Head, const Node &To) const {
  auto [Known, New] = Choices.try_emplace({&Head, &To});
  if (const Loop *L = New ? headedBy(Head) : nullptr)
    for (const Node *N : Facts.cfg().order())
      if (N->Branch && L->contains(*N))
        if (auto Successor = Facts.paths().successorTo(*N, To))
          Known->second.push_back({N, *Successor});
  return Known->second;
}

} // namespace warplint
