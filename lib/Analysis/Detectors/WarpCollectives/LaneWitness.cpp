//===--- LaneWitness.cpp - A lane that stays away -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/WarpCollectives/LanePair.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/LaunchSpecialization.h"

using namespace clang;

namespace warplint::collectives {

namespace {

/// The solver of one kernel's questions about lanes.
struct LaneSolver {
  explicit LaneSolver(const KernelFacts &Facts)
      : Decider({unsigned(Facts.budgets().SolverStepsOfQuery),
                 unsigned(Facts.budgets().SolverSteps)}) {}
  mutable solver::Solver Decider;
};

/// The question whether one lane reaches a node and another one does not.
class AbsenceQuestion {
public:
  using Ref = LanePair::Ref;

  /// In the launch \p In, or in any if that is null. Both lanes are at
  /// \p Start in one iteration of the loops around \p End.
  AbsenceQuestion(const Lanes &Where, const KernelFacts &Facts,
                  const Node &Start, const Node &End,
                  llvm::ArrayRef<const Node *> Divergent,
                  const LaunchExtents &Launch, LaunchSpecialization *In);

  /// Lane 0 goes from the start to the end, and lane 1 does not.
  Absence onPaths(LaneMask Named);
  /// Lane 0 takes successor \p Successor of the branch at the start, and lane 1
  /// does not.
  Absence atBranch(LaneMask Named, unsigned Successor);

private:
  Ref both(Ref L, Ref R) {
    return L == Yes ? R : R == Yes ? L : joined(Operator::And, L, R);
  }
  Ref either(Ref L, Ref R) {
    return L == No ? R : R == No ? L : joined(Operator::Or, L, R);
  }
  Ref joined(Operator Op, Ref L, Ref R) {
    return L == R ? L : Q.make(Op, {L, R});
  }
  Ref takes(unsigned Which, const Node &Branch, unsigned Successor);
  Ref comes(unsigned Which);
  Absence decide(LaneMask Named, Ref First, Ref Second);

  const Lanes &Where;
  const KernelFacts &Facts;
  const Node &Start, &End;
  llvm::ArrayRef<const Node *> Divergent;
  std::vector<const Node *> Agreed;
  LanePair Pair;
  solver::Query &Q;
  Ref Yes, No;
};

} // namespace

/// The block that is looked at: that of \p Launch or an example.
static std::array<int64_t, 3> blockOf(const LaunchExtents &Launch,
                                      llvm::ArrayRef<const Node *> Branches,
                                      const Evaluation &Values) {
  std::vector<const Term *> Conditions;
  for (const Node *Branch : Branches)
    if (Branch->Branch)
      Conditions.push_back(Branch->Branch);
  return scenarios::exampleBlock(Launch, inputsOf(Conditions, Values),
                                 Values.assumptions(),
                                 Assumption::ExampleLanes);
}

AbsenceQuestion::AbsenceQuestion(const Lanes &Where, const KernelFacts &Facts,
                                 const Node &Start, const Node &End,
                                 llvm::ArrayRef<const Node *> Divergent,
                                 const LaunchExtents &Launch,
                                 LaunchSpecialization *In)
    : Where(Where), Facts(Facts), Start(Start), End(End), Divergent(Divergent),
      Pair(Facts, End, blockOf(Launch, Divergent, Facts.values()), In),
      Q(Pair.query()), Yes(Q.constant(1)), No(Q.constant(0)) {
  for (const Node *Branch : Facts.convergence().controls(End))
    if (!llvm::is_contained(Divergent, Branch))
      Agreed.push_back(Branch);
}

AbsenceQuestion::Ref AbsenceQuestion::takes(unsigned Which, const Node &Branch,
                                            unsigned Successor) {
  auto Tests = Where.testsFor(Branch, Successor);
  if (!Tests)
    return Pair.someTruth(Branch, Successor, Which);
  Ref Result = Yes;
  for (const Lanes::Test &One : *Tests)
    Result = both(Result, Pair.truth(One.Condition, Which, One.Holds));
  return Result;
}

/// Only divergent branches decide, and those that the lanes agree on, which
/// have the outcome of lane 0.
AbsenceQuestion::Ref AbsenceQuestion::comes(unsigned Which) {
  const CfgView &View = Facts.paths();
  auto IsTaken = [&](const Node &From, unsigned Successor) {
    if (llvm::is_contained(Divergent, &From))
      return takes(Which, From, Successor);
    return llvm::is_contained(Agreed, &From) ? takes(0, From, Successor) : Yes;
  };
  Fold<const Node *, Ref> Reached(No);
  return Reached.run(&End, [&](const Node *To, auto &Of) -> std::optional<Ref> {
    if (To == &Start)
      return Yes;
    std::vector<const Node *> Before;
    for (const Node *From : To->predecessors())
      if (View.contains(*From) && View.dominates(Start, *From) &&
          !View.dominates(*To, *From))
        Before.push_back(From);
    if (!Of.knowsAll(Before))
      return std::nullopt;
    Ref Any = No;
    for (const Node *From : Before)
      for (unsigned I = 0; I < From->successors().size(); ++I)
        if (From->successors()[I] == To && Facts.values().isLive(*From, I))
          Any = either(Any, both(*Of.of(From), IsTaken(*From, I)));
    return Any;
  });
}

/// What holds on the paths may be much: what it says of the symbols of the
/// question comes first.
Absence AbsenceQuestion::decide(LaneMask Named, Ref First, Ref Second) {
  using Kind = solver::SolverAnswer::Kind;
  Q.require(First);
  Q.require(Q.make(Operator::Not, {Second}));
  Q.require(Q.make(Operator::NotEqual, {Pair.lane(0), Pair.lane(1)}));
  for (unsigned Which : {0u, 1u})
    Q.require(Q.make(
        Operator::BitAnd,
        {Q.make(Operator::ShiftRight, {Q.constant(Named), Pair.lane(Which)}),
         Q.constant(1)}));
  std::vector<Ref> OnPaths;
  for (unsigned Which : {0u, 1u})
    for (const ConditionPart &Part :
         Facts.evolution().conditionsAt(Which ? Start : End))
      OnPaths.push_back(Pair.truth(Part.Says, Which, Part.Holds));
  Pair.relate();
  std::vector<Ref> Near = Q.requirements();
  llvm::append_range(Near, Q.madeOf(Q.conjunctsOf(OnPaths), Q.symbolsIn(Near)));
  llvm::for_each(OnPaths, [&](Ref R) { Q.require(R); });
  solver::Solver &Decider = Facts.get<LaneSolver>().Decider;
  solver::SolverAnswer Found = Decider.decide(Q.withRequirements(Near));
  if (Found.K == Kind::Impossible)
    return Absence::impossible();
  // The rest of what holds on the paths may only take a witness away.
  solver::SolverAnswer Whole = Found.K == Kind::Possible
                                   ? Decider.decide(Q, Found.Values)
                                   : solver::SolverAnswer();
  if (Whole.K == Kind::Impossible)
    return Absence::impossible();
  if (Whole.K == Kind::Possible)
    return Absence::possible();
  Absence Open = Facts.limits().cut(BudgetId::SolverStepsOfQuery);
  return Found.K == Kind::Possible ? Absence::possible() : Open;
}

Absence AbsenceQuestion::onPaths(LaneMask Named) {
  Ref First = comes(0), Second = comes(1);
  return decide(Named, First, Second);
}

Absence AbsenceQuestion::atBranch(LaneMask Named, unsigned Successor) {
  Ref First = takes(0, Start, Successor), Second = takes(1, Start, Successor);
  return decide(Named, First, Second);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// The nodes from which control reaches \p N without a back edge.
static CfgView::NodeSet nodesBefore(const Node &N, const CfgView &View) {
  CfgView::NodeSet Before;
  Worklist<Node> Work{&N};
  while (const Node *To = Work.next()) {
    Before.insert(To);
    for (const Node *From : To->predecessors())
      if (View.contains(*From) && !View.dominates(*To, *From))
        Work.add(From);
  }
  return Before;
}

/// The last node that is on all paths to \p Branches and to \p N.
static const Node *lastOver(llvm::ArrayRef<const Node *> Branches,
                            const Node &N, const KernelFacts &Facts) {
  const CfgView &View = Facts.paths();
  const Node *Last = nullptr;
  for (const Node *Candidate : Facts.cfg().order())
    if (View.contains(*Candidate) && View.dominates(*Candidate, N) &&
        (!Last || View.dominates(*Last, *Candidate)) &&
        llvm::all_of(Branches, [&](const Node *Branch) {
          return View.dominates(*Candidate, *Branch);
        }))
      Last = Candidate;
  return Last;
}

/// A lane that leaves a loop at \p Branch does not reach \p N in later
/// iterations either, whatever its condition is then: unless the condition only
/// counts, what holds in the iteration of \p N says nothing of it.
static bool leavesForGood(const Node &Branch, const Node &N,
                          const KernelFacts &Facts) {
  const Loop *Left = Facts.loops().leftBy(Branch, N);
  if (!Left || !Branch.Branch)
    return false;
  auto Bound = Facts.values().inductions().boundBy(Branch.Branch);
  return !Bound || !Bound->IsOrdered ||
         !Facts.loops().isInvariant(Bound->Room, *Left);
}

Absence Lanes::mayMissIn(const Node &N, LaneMask Named,
                         const LaunchExtents &Launch,
                         LaunchSpecialization *In) const {
  std::vector<const Node *> Divergent = divergence(N), Early;
  // Behind some branches another iteration begins.
  CfgView::NodeSet Before = nodesBefore(N, Facts.paths());
  auto Open = [&] {
    return Absence(Facts.limits().leaveOpen("lanes that may stay away"));
  };
  Absence Result = Absence::impossible();
  for (const Node *Branch : Divergent) {
    bool IsEarly = Before.count(Branch);
    if (IsEarly)
      Early.push_back(Branch);
    if (IsEarly && !leavesForGood(*Branch, N, Facts))
      continue;
    auto Successor = Facts.paths().successorTo(*Branch, N);
    Result = std::max(Result, Successor
                                  ? AbsenceQuestion(*this, Facts, *Branch,
                                                    *Branch, Branch, Launch, In)
                                        .atBranch(Named, *Successor)
                                  : Open());
  }
  if (Early.empty() || Result.isPossible())
    return Result;
  const Node *Start = lastOver(Early, N, Facts);
  return std::max(Result, Start ? AbsenceQuestion(*this, Facts, *Start, N,
                                                  Early, Launch, In)
                                      .onPaths(Named)
                                : Open());
}

Absence Lanes::mayMiss(const Node &N, LaneMask Named) const {
  llvm::ArrayRef<launches::KernelLaunch> Launches =
      Facts.code().launchesOf(Facts.root());
  auto IsKnown = [](const launches::KernelLaunch &Launch) {
    return !Launch.Facts.empty() && Launch.hasAllFacts();
  };
  if (Launches.empty() || !llvm::all_of(Launches, IsKnown))
    return mayMissIn(N, Named, Facts.terms().launch(), nullptr);
  Absence Result = Absence::impossible();
  for (const launches::KernelLaunch &Launch : Launches)
    for (const launches::LaunchConstraint &Said : Launch.Facts) {
      LaunchSpecialization In(Launch.Extents, Said, Facts.root(),
                              Facts.terms());
      Result = std::max(Result, mayMissIn(N, Named, Launch.Extents, &In));
      if (Result.isPossible())
        return Result;
    }
  return Result;
}

} // namespace warplint::collectives
