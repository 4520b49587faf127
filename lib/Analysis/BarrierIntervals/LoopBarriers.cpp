//===--- LoopBarriers.cpp - Loops that pass a barrier ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/LoopBarriers.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

const Term *LoopBarriers::valueIn(const Iteration &Now, const Term *T) const {
  return TermRewriter(Arena).rewrite(
      T, [&](const Term &Part) { return Now.lookup(&Part); });
}

/// The variables of \p Of that begin with one constant, on all paths into it.
LoopBarriers::Iteration LoopBarriers::firstIteration(const Loop &Of) const {
  Iteration First;
  for (const Term *Join : Values.joins().phisAt(*Of.Header))
    if (const Term *Begins = Evolution.firstValue(*Join, Of);
        isa_and_nonnull<ConstantTerm>(Begins))
      First[Join] = Begins;
  return First;
}

/// The known values in the iteration after \p Now: those that all back edges
/// bring alike.
LoopBarriers::Iteration LoopBarriers::iterationAfter(const Iteration &Now,
                                                     const Loop &Of) const {
  Iteration Next;
  for (auto [Join, Value] : Now) {
    const Term *Then = nullptr;
    bool Known = true;
    for (const Incoming &I : Values.incoming(Join)) {
      if (!Of.contains(*I.From))
        continue;
      const Term *Left =
          I.Reaching.Value ? valueIn(Now, I.Reaching.Value) : nullptr;
      Known &= isa_and_nonnull<ConstantTerm>(Left) && (!Then || Then == Left);
      Then = Left;
    }
    if (Known && Then)
      Next[Join] = Then;
  }
  return Next;
}

/// \p IsEntered: the header of \p Of does not end the loop in this iteration.
LoopBarriers::Paths LoopBarriers::pathsOf(const Iteration &Now, const Loop &Of,
                                          Separator Separates,
                                          bool IsEntered) const {
  Paths Found;
  Worklist<Node> Work{Of.Header};
  while (const Node *At = Work.next()) {
    if (Separates(*At))
      continue;
    const Loop *Inner = At == Of.Header ? nullptr : All.headedBy(*At);
    if (Inner && isAlwaysSeparated(*Inner, Separates))
      continue;
    const Node *Only =
        isTwoWay(*At) ? takenCondition(*At, valueIn(Now, At->Branch)) : nullptr;
    for (const ViewNode *Next : View.successors(*At)) {
      const Node &To = *Next->Of;
      if ((Only && Only != &To) ||
          (IsEntered && At == Of.Header && !Of.contains(To)))
        continue;
      if (!Of.contains(To))
        Found.Out = true;
      else if (&To == Of.Header)
        Found.Around = true;
      else
        Work.add(&To);
    }
  }
  return Found;
}

bool LoopBarriers::isAlwaysSeparated(const Loop &Of,
                                     Separator Separates) const {
  if (llvm::none_of(Of.Nodes, [&](const Node *N) { return Separates(*N); }))
    return false;
  Iteration Now = firstIteration(Of);
  bool IsEntered = Entered.count(Of.Header);
  for (unsigned I = 1; (IsEntered || !Now.empty()) && mayFollow(I); ++I) {
    if (!Arena.work().spend(Of.Nodes.size()))
      return false;
    Paths From = pathsOf(Now, Of, Separates, std::exchange(IsEntered, false));
    if (From.Out || !From.Around)
      return !From.Out;
    Now = iterationAfter(Now, Of);
  }
  return false;
}

} // namespace warplint
