//===--- BranchCorrelation.cpp - Branches decided by a phi's edge ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/BranchCorrelation.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

/// \p T is a phi or has one inside.
static bool holdsPhi(const Term &T, Fold<const Term *, bool> &Known) {
  return Known.run(&T, [](const Term *Of, auto &Parts) -> std::optional<bool> {
    if (isa<PhiTerm>(Of))
      return true;
    if (!Parts.knowsAll(Of->operands()))
      return std::nullopt;
    return llvm::any_of(Of->operands(),
                        [&](const Term *Part) { return *Parts.of(Part); });
  });
}

BranchCorrelation::BranchCorrelation(const CfgView &View,
                                     const Evaluation &Values, TermArena &Arena)
    : View(View) {
  KnownPhis Phis;
  Worklist<Node> Work{View.front().Of};
  while (const Node *N = Work.next()) {
    addBranch(*N, Values, Arena, Phis);
    for (const ViewNode *Next : View.successors(*N))
      Work.add(Next->Of);
  }
}

/// Adds the edges into joins that decide \p Branch by a constant for a phi. If
/// an edge decides several branches, the first one that is found is kept.
void BranchCorrelation::addBranch(const Node &Branch, const Evaluation &Values,
                                  TermArena &Arena, KnownPhis &Phis) {
  if (!isTwoWay(Branch))
    return;
  walkTerms(Branch.Branch, [&](const Term &Part) {
    const auto *Phi = dyn_cast<PhiTerm>(&Part);
    // What a long conjunction begins with is in the condition of each part.
    if (!Phi)
      return holdsPhi(Part, Phis) ? Walk::Enter : Walk::Skip;
    for (const Incoming &I : Values.incoming(Phi)) {
      const auto *Brought = dyn_cast_or_null<ConstantTerm>(I.Reaching.Value);
      if (!Brought || !Arena.work().spend(1))
        continue;
      auto Replace = [&](const Term &Inner) -> const Term * {
        return &Inner == Phi ? Brought : nullptr;
      };
      if (const Node *Taken = takenCondition(
              Branch, TermRewriter(Arena).rewrite(Branch.Branch, Replace)))
        ByPath.try_emplace({I.From, Phi->node()},
                           Decision{Phi->node(), &Branch, Taken});
    }
    return Walk::Skip;
  });
}

const BranchCorrelation::Decision *
BranchCorrelation::after(const Node &From, const Node &To,
                         const Decision *Before) const {
  auto Found = ByPath.find({&From, &To});
  if (Found != ByPath.end())
    return &Found->second;
  // Behind other paths than those from the join, it reaches the join anew.
  bool IsOver = Before && (Before->Branch == &From || Before->Join == &To ||
                           !View.dominates(*Before->Join, To));
  return IsOver ? nullptr : Before;
}

} // namespace warplint
