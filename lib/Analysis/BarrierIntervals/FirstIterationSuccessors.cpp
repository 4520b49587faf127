//===--- FirstIterationSuccessors.cpp - Edges of first iterations ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/FirstIterationSuccessors.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

const Term *firstValue(const Term &Part, const Loop &Of,
                       const Evaluation &Values) {
  const auto *Join = dyn_cast<PhiTerm>(&Part);
  if (!Join || Join->node() != Of.Header)
    return nullptr;
  const Term *First = nullptr;
  for (const Incoming &I : Values.incoming(Join)) {
    if (Of.contains(*I.From))
      continue;
    if (First && First != I.Reaching.Value)
      return nullptr;
    First = I.Reaching.Value;
  }
  return First;
}

bool FirstIterationSuccessors::mayTake(const Node &Head, const Node &Branch,
                                       const Node &To,
                                       const Node *Entered) const {
  const Loop *Of = All.headedBy(Head);
  if (Of && Entered == &Head && &Branch == &Head && !Of->contains(To))
    return false;
  if (!Of || !isTwoWay(Branch) || !Arena.work().spend(1))
    return true;
  std::unique_ptr<TermRewriter> &Rewriter = InFirst[&Head];
  if (!Rewriter)
    Rewriter = std::make_unique<TermRewriter>(Arena);
  const Node *Taken = takenCondition(
      Branch, Rewriter->rewrite(Branch.Branch, [&](const Term &Part) {
        return firstValue(Part, *Of, Values);
      }));
  return !Taken || Taken == &To;
}

} // namespace warplint
