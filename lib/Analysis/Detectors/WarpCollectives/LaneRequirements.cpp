//===--- LaneRequirements.cpp - What lanes meet on their paths ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Uniformity/Convergence.h"

using namespace clang;

namespace warplint::collectives {

/// \p T is \p Whole rounded down to whole multiples (`n / 8 * 8`, `n - n % 8`).
static bool isRoundedDown(const Term *T, const Term *Whole) {
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum || Sum->constant() != 0)
    return false;
  auto IsPart = [&](unsigned I, BinaryOperatorKind Op, int64_t Times) {
    const auto *Part = dyn_cast<BinaryTerm>(Sum->operand(I));
    const auto *By = Part ? dyn_cast<ConstantTerm>(Part->rhs()) : nullptr;
    return By && Part->opcode() == Op && Part->lhs() == Whole &&
           By->value() > 0 &&
           Sum->coefficients()[I] == (Times ? Times : By->value());
  };
  if (Sum->operands().size() == 1)
    return IsPart(0, BO_Div, 0);
  for (unsigned Rest : {0u, 1u})
    if (Sum->operands().size() == 2 && Sum->operand(1 - Rest) == Whole &&
        Sum->coefficients()[1 - Rest] == 1 && IsPart(Rest, BO_Rem, -1))
      return true;
  return false;
}

/// What is not below the limit of \p Failed, and not negative, is not below
/// that limit rounded down, which \p Asked asks for.
static bool failsToo(const Term *Failed, const Term *Asked,
                     const TermArena &Arena) {
  const auto *Limit = dyn_cast<BinaryTerm>(Failed),
             *Lower = dyn_cast<BinaryTerm>(Asked);
  if (!Limit || !Lower || Limit->opcode() != BO_LT ||
      Lower->opcode() != BO_LT || Limit->lhs() != Lower->lhs() ||
      !isRoundedDown(Lower->rhs(), Limit->rhs()))
    return false;
  auto Least = Arena.rangeOf(Limit->lhs()).Min;
  return Least && *Least >= 0;
}

/// The successors of \p Now for a thread that took \p Successor at \p Branch:
/// conditions that are tested again have the same outcome.
static llvm::SmallVector<const Node *, 2> pathsOn(const KernelFacts &Facts,
                                                  const Node &Now,
                                                  const Node &Branch,
                                                  unsigned Successor) {
  auto IsDecided = [](const Node &N) {
    return N.Branch && N.successors().size() == 2 &&
           !anyPartOf(N.Branch, [](const Term &Part) {
             return isa<PhiTerm, SiteTerm>(Part);
           });
  };
  bool Asks = IsDecided(Branch) && IsDecided(Now);
  auto IsExcluded = [&](bool Holds) {
    return exclude(Branch.Branch, Successor == 0, Now.Branch, Holds) ||
           (Successor != 0 && Holds &&
            failsToo(Branch.Branch, Now.Branch, Facts.terms()));
  };
  llvm::SmallVector<const Node *, 2> Paths;
  for (const ViewNode *To : Facts.paths().successors(Now))
    if (To->Of && (!Asks || !IsExcluded(To->Of == Now.successors()[0])))
      Paths.push_back(To->Of);
  return Paths;
}

bool Lanes::othersLeave(const Node &Branch, const Node &N) const {
  const CfgView &Paths = Facts.paths();
  if (!Paths.contains(Branch) || !Paths.contains(N))
    return false;
  llvm::BitVector ToN = Paths.leadingInto(N, N.predecessors());
  bool Any = false;
  for (auto [Index, First] : llvm::enumerate(Branch.successors())) {
    unsigned Successor = Index;
    bool IsLive = llvm::any_of(Paths.successors(Branch), [&](ViewNode *V) {
      return V->Of == Branch.successors()[Successor];
    });
    if (!IsLive || First == &N || ToN.test(First->id()))
      continue;
    Any = true;
    Worklist<Node> Work{First};
    while (const Node *Now = Work.next()) {
      if (!Now->Events.empty())
        return false;
      Work.addAll(pathsOn(Facts, *Now, Branch, Successor));
    }
  }
  return Any;
}

std::optional<std::vector<Lanes::Test>>
Lanes::testsFor(const Node &Branch, unsigned Successor) const {
  if (!Branch.Branch)
    return std::nullopt;
  if (isTwoWay(Branch))
    return std::vector<Test>{{Branch.Branch, Successor == 0}};
  const auto *Switch = dyn_cast_or_null<SwitchStmt>(Branch.terminator());
  if (!Switch)
    return std::nullopt;
  std::vector<Test> All;
  auto Add = [&](const CaseStmt &Case, bool Holds) {
    auto Value = valueOf(Case, Facts.context());
    TermArena &Arena = Facts.terms();
    if (Value)
      All.push_back(
          {Arena.binary(BO_EQ, Branch.Branch, Arena.constant(*Value)), Holds});
    return Value.has_value();
  };
  if (const CaseStmt *Label = caseLabelOf(Branch, *Switch, Successor))
    return Add(*Label, true) ? std::optional(std::move(All)) : std::nullopt;
  // The default: none of the cases.
  for (const SwitchCase *Each = Switch->getSwitchCaseList(); Each;
       Each = Each->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(Each); Case && !Add(*Case, false))
      return std::nullopt;
  return All;
}

std::optional<Lanes::Requirement>
Lanes::pathsFrom(llvm::ArrayRef<const Node *> Divergent, const Node &N,
                 bool &IsCut) const {
  const CfgView &View = Facts.paths();
  auto First = llvm::find_if(Divergent, [&](const Node *Early) {
    return llvm::all_of(Divergent, [&](const Node *Late) {
      return View.dominates(*Early, *Late);
    });
  });
  if (First == Divergent.end() || !View.dominates(**First, N))
    return std::nullopt;
  Requirement Result = {{}, nullptr, false};
  struct Path {
    const Node *At;
    std::vector<Test> Tests;
  };
  std::vector<Path> Open = {{*First, {}}};
  size_t Steps = 0;
  while (!Open.empty()) {
    Path Now = std::move(Open.back());
    Open.pop_back();
    IsCut = !Facts.limits().allows(BudgetId::LanePaths, ++Steps);
    if (IsCut)
      return std::nullopt;
    if (Now.At == &N) {
      Result.Paths.push_back(std::move(Now.Tests));
      continue;
    }
    bool IsAsked = llvm::is_contained(Divergent, Now.At);
    for (const ViewNode *To : View.successors(*Now.At)) {
      // Out of the branches' reach, or on to another iteration of a loop.
      if (!To->Of || To->Of == *First || !View.dominates(**First, *To->Of) ||
          (To->Of != &N && View.dominates(N, *To->Of)))
        continue;
      Path Next{To->Of, Now.Tests};
      if (IsAsked) {
        const auto *At = llvm::find(Now.At->successors(), To->Of);
        auto Tests = testsFor(*Now.At, At - Now.At->successors().begin());
        if (!Tests)
          return std::nullopt;
        llvm::append_range(Next.Tests, *Tests);
      }
      Open.push_back(std::move(Next));
    }
  }
  for (const std::vector<Test> &One : Result.Paths)
    for (const Test &Each : One)
      for (const Term *Counter :
           inputsOf(Each.Condition, Facts.values()).Counters) {
        if (Result.Counter && Result.Counter != Counter)
          return std::nullopt;
        Result.Counter = Counter;
        Result.IsOfIteration = true;
      }
  return Result.Paths.empty() ? std::nullopt : std::optional(std::move(Result));
}

std::optional<std::vector<Lanes::Requirement>>
Lanes::requirements(const Node &N, bool &IsCut) const {
  const CfgView &View = Facts.paths();
  std::vector<Requirement> All;
  std::vector<const Node *> Together;
  const std::vector<const Node *> Divergent = divergence(N);
  // `a || b && c`: where none decides alone, others are asked on some paths.
  bool IsByPaths = llvm::any_of(Divergent, [&](const Node *Branch) {
    return !View.successorTo(*Branch, N);
  });
  for (const Node *Branch : Divergent) {
    auto Successor = View.successorTo(*Branch, N);
    if (!Successor || (IsByPaths && !View.dominates(*Branch, N))) {
      Together.push_back(Branch);
      continue;
    }
    auto Tests = testsFor(*Branch, *Successor);
    if (!Tests)
      return std::nullopt;
    Inputs Of = inputsOf(Branch->Branch, Facts.values());
    if (Of.Counters.size() > 1)
      return std::nullopt;
    All.push_back({{std::move(*Tests)},
                   Of.Counters.empty() ? nullptr : Of.Counters.front(),
                   othersLeave(*Branch, N)});
  }
  if (!Together.empty()) {
    auto One = pathsFrom(Together, N, IsCut);
    if (!One)
      return std::nullopt;
    All.push_back(std::move(*One));
  }
  return All;
}

} // namespace warplint::collectives
