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

bool FirstIterationSuccessors::mayTake(const Node &Head, const Node &Branch,
                                       const Node &To) const {
  const Loop *Of = loops().headedBy(Head);
  if (!Of || !isTwoWay(Branch) || !arena().work().spend(1))
    return true;
  std::unique_ptr<TermRewriter> &Rewriter = InFirst[&Head];
  if (!Rewriter)
    Rewriter = std::make_unique<TermRewriter>(arena());
  const Node *Taken = takenCondition(
      Branch, Rewriter->rewrite(Branch.Branch, [&](const Term &Part) {
        return Evolution.firstValue(Part, *Of);
      }));
  return !Taken || Taken == &To;
}

} // namespace warplint
