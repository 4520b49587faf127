//===--- PathCondition.cpp - Conditions that hold on a path ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/PathCondition.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Support/Checked.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace warplint::participation {

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

static bool isHeadControlled(const Stmt *S) {
  return isa_and_nonnull<ForStmt, WhileStmt, CXXForRangeStmt>(S);
}

static const Expr *conditionOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getCond();
  return nullptr;
}

bool startsNextIteration(const Node &From) {
  return From.block().getLoopTarget() &&
         From.lastElement() == From.block().size();
}

//===----------------------------------------------------------------------===//
// Context
//===----------------------------------------------------------------------===//

void PathContext::countParts(const Term *Condition) {
  uint64_t Count = 0, Most = Facts.budgets().ConditionParts;
  walkTerms(Condition, [&](const Term &Part) {
    if (Part.isConstant())
      return Walk::Skip;
    ++Asked[&Part];
    return ++Count < Most ? Walk::Enter : Walk::Stop;
  });
  if (Count == Most)
    Facts.limits().cut(BudgetId::ConditionParts);
}

PathContext::PathContext(const KernelFacts &Facts) : Facts(Facts) {
  for (const Node *N : Facts.cfg().order()) {
    if (isTwoWay(*N))
      countParts(N->Branch);
    if (isHeadControlled(N->terminator()))
      noteConjuncts(*N->terminator());
  }
}

/// Where a part of the conjunction fails that is the condition of \p Loop, the
/// loop ends.
void PathContext::noteConjuncts(const Stmt &Loop) {
  llvm::SmallVector<const Expr *, 8> Work{conditionOf(Loop)};
  while (!Work.empty()) {
    const Expr *Next = Work.pop_back_val();
    const auto *Op = dyn_cast_or_null<BinaryOperator>(
        Next ? Next->IgnoreParenImpCasts() : nullptr);
    if (!Op)
      continue;
    LoopOfConjunct[Op] = &Loop;
    if (Op->getOpcode() == BO_LAnd)
      Work.append({Op->getLHS(), Op->getRHS()});
  }
}

const Stmt *PathContext::loopDecidedBy(const Node &Branch) const {
  const Stmt *S = Branch.terminator();
  return isHeadControlled(S) ? S : LoopOfConjunct.lookup(S);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

base::Checked PathCondition::addTerms(Sum &S, const Term *T, int64_t Factor) {
  base::Checked All = 0;
  auto Add = [&](const Term *Part, base::Checked By) {
    int64_t &Known = S[Part];
    base::Checked New = Known + By;
    if (!New)
      All = base::Checked();
    if ((Known = New.orElse(0)) == 0)
      S.erase(Part);
  };
  const Summands Inner(T);
  for (auto [Part, C] : Inner.Parts)
    Add(Part, base::Checked(C) * Factor);
  return All + base::Checked(Inner.Constant) * Factor;
}

/// Whether a condition other than that of the current branch mentions a term of
/// \p S, so that its bound can decide a later branch.
bool PathCondition::isWorthKeeping(const Sum &S, bool FromBranch) const {
  return llvm::any_of(S, [&](const auto &Part) {
    return Context->Asked.lookup(Part.first) > unsigned(FromBranch);
  });
}

void PathCondition::intersectWithRanges(const Sum &S, Bound &B) const {
  base::Checked Min = 0, Max = 0;
  for (const auto &[Part, Factor] : S) {
    TermArena::Range R = Context->Facts.terms().rangeOf(Part);
    Min += base::Checked(Factor > 0 ? R.Min : R.Max) * Factor;
    Max += base::Checked(Factor > 0 ? R.Max : R.Min) * Factor;
  }
  if (Min)
    B.Min = B.Min ? std::max(*B.Min, *Min) : *Min;
  if (Max)
    B.Max = B.Max ? std::min(*B.Max, *Max) : *Max;
}

bool PathCondition::bound(Sum S, base::Checked Constant, Bound B,
                          bool FromBranch) {
  if (!Constant)
    return true;
  B = {B.Min - Constant, B.Max - Constant, B.Not - Constant};
  if (!S.empty() && S.begin()->second < 0) {
    for (auto &[Part, Factor] : S) {
      base::Checked Negative = -base::Checked(Factor);
      if (!Negative)
        return true;
      Factor = *Negative;
    }
    B = {-base::Checked(B.Max), -base::Checked(B.Min), -base::Checked(B.Not)};
  }
  if (auto Known = Bounds.find(S); Known != Bounds.end()) {
    const Bound &Old = Known->second;
    if (Old.Min)
      B.Min = B.Min ? std::max(*B.Min, *Old.Min) : Old.Min;
    if (Old.Max)
      B.Max = B.Max ? std::min(*B.Max, *Old.Max) : Old.Max;
    if (!B.Not)
      B.Not = Old.Not;
  }
  Bound All = B;
  intersectWithRanges(S, All);
  if (All.Min && All.Max &&
      (*All.Min > *All.Max || (*All.Min == *All.Max && All.Min == All.Not)))
    return false;
  if (isWorthKeeping(S, FromBranch))
    Bounds[S] = B;
  return true;
}

/// Takes conditions apart that hold, or fail, with all of their parts.
bool PathCondition::assume(const Term *Condition, bool Holds) {
  return llvm::all_of(
      partsOf(Condition, Holds), [&](const ConditionPart &Part) {
        if (const auto *Number = dyn_cast<ConstantTerm>(Part.Says))
          return (Number->value() != 0) == Part.Holds;
        const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
        if (Op && Op->isLogical())
          return true;
        BoundedNumber Says = boundedBy(Part, Context->Facts.terms());
        Sum S;
        base::Checked Constant = addTerms(S, Says.Number, 1);
        Bound B{Says.Bounds.Min, Says.Bounds.Max, std::nullopt};
        if (Says.IsNotZero)
          B.Not = 0;
        return bound(S, Constant, B, true);
      });
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

void PathCondition::forget(llvm::function_ref<bool(const Term *)> Gone) {
  for (auto I = Bounds.begin(); I != Bounds.end();)
    I = llvm::any_of(I->first, [&](const auto &P) { return Gone(P.first); })
            ? Bounds.erase(I)
            : std::next(I);
}

void PathCondition::keepFixed() {
  forget([](const Term *Part) { return !isFixed(Part); });
}

/// The join \p Phi takes a new value, \p Arriving, which can be its old one
/// plus a step.
bool PathCondition::moveCounter(const Term *Phi, const Term *Arriving) {
  if (Arriving == Phi)
    return true;
  Sum Change;
  base::Checked Step =
      addTerms(Change, Arriving, 1) + addTerms(Change, Phi, -1);
  if (!Step || !Change.empty()) {
    forget([&](const Term *Part) { return mentions(Part, Phi); });
    const auto *Number = dyn_cast<ConstantTerm>(Arriving);
    return !Number || bound({{Phi, 1}}, 0,
                            Bound{Number->value(), Number->value(), {}}, false);
  }
  // What is true of the old value is true of the new one, moved by the step.
  forget([&](const Term *Part) { return Part != Phi && mentions(Part, Phi); });
  for (auto &[S, B] : Bounds) {
    auto Part = S.find(Phi);
    if (Part == S.end())
      continue;
    for (std::optional<int64_t> *V : {&B.Min, &B.Max, &B.Not})
      *V = *V + Part->second * Step;
  }
  // From iteration to iteration it only goes away from where it started.
  const Induction *Loop = Context->Facts.values().inductions().find(Phi);
  if (!Loop)
    return true;
  const Term *First = Loop->First;
  Sum Path{{Phi, 1}};
  base::Checked Constant = addTerms(Path, First, -1);
  return bound(Path, Constant,
               *Step > 0 ? Bound{Step, {}, {}} : Bound{{}, Step, {}}, false);
}

/// Memory and calls give another value when they are asked again.
bool PathContext::canChange(const Term *T) const {
  return Changing.reaches(T, [](const Term &Part, TermList &Parts) {
    llvm::append_range(Parts, Part.operands());
    return isa<SiteTerm>(Part);
  });
}

bool PathCondition::passJoin(const Node &Join, const Node &From,
                             bool NextIteration) {
  if (NextIteration)
    forget([&](const Term *Part) { return Context->canChange(Part); });
  for (const Term *Phi : Context->Facts.values().joins().phisAt(Join)) {
    const Term *Arriving = nullptr;
    for (const Incoming &I : Context->Facts.values().incoming(Phi))
      if (I.From == &From)
        Arriving = I.Reaching.Value;
    if (!Arriving)
      forget([&](const Term *Part) { return mentions(Part, Phi); });
    else if (!moveCounter(Phi, Arriving))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

PathCondition::PathCondition(const PathContext &Context, const Node &Start)
    : Context(&Context) {
  assumeControls(Start, [](const Node &) { return true; });
}

/// The branches over \p Start lead there, those that \p Counts is true for.
void PathCondition::assumeControls(
    const Node &Start, llvm::function_ref<bool(const Node &)> Counts) {
  const CfgView &Paths = Context->Facts.paths();
  if (!Paths.contains(Start))
    return;
  for (const Node *Branch : Paths.allControls(Start)) {
    std::optional<unsigned> Successor = Paths.successorTo(*Branch, Start);
    if (!isTwoWay(*Branch) || !Successor ||
        Paths.successors(*Branch).size() != 2 || !Counts(*Branch))
      continue;
    assume(Branch->Branch, *Successor == 0);
    if (isHeadControlled(Branch->terminator()) && *Successor == 0)
      Entered.insert({Branch->owner().id(), Branch->terminator()});
  }
}

std::optional<PathCondition> PathCondition::behind(const PathContext &Context,
                                                   const Node &Branch,
                                                   unsigned Successor) {
  PathCondition Known(Context);
  // What another iteration asked says nothing about this one.
  Known.assumeControls(Branch, [&](const Node &Over) {
    return &Over != &Branch && Context.Facts.paths().dominates(Over, Branch);
  });
  if (!Known.assume(Branch.Branch, Successor == 0) ||
      !Known.passJoin(*Branch.successors()[Successor], Branch,
                      startsNextIteration(Branch)))
    return std::nullopt;
  return Known;
}

/// The thread can go on into the body of the loop that \p Branch decides over.
bool PathCondition::canEnter(const Node &Branch) const {
  PathCondition Inside = *this;
  return Context->Facts.values().isLive(Branch, 0) &&
         Inside.assume(Branch.Branch, true);
}

std::optional<PathCondition> PathCondition::along(const Node &From,
                                                  unsigned Successor) const {
  PathCondition Next = *this;
  if (isTwoWay(From)) {
    if (!Next.assume(From.Branch, Successor == 0))
      return std::nullopt;
    if (const Stmt *Decided = Context->loopDecidedBy(From)) {
      Loop Key{From.owner().id(), Decided};
      if (Successor == 1 && !Next.Entered.erase(Key) && canEnter(From))
        return std::nullopt;
      if (Successor == 0 && Decided == From.terminator())
        Next.Entered.insert(Key);
    }
  }
  if (!Next.passJoin(*From.successors()[Successor], From,
                     startsNextIteration(From)))
    return std::nullopt;
  return Next;
}

} // namespace warplint::participation
