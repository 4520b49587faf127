//===--- RaceEngine.cpp - Whether two accesses of two threads meet --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/RaceEngine.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/Dependence.h"
#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Planted/Faults.h"
#include "Solver/WitnessSearch.h"

using namespace clang;

namespace warplint::races {
using namespace scenarios;
using namespace twothreads;

void DeleteEncodedPair::operator()(EncodedPair *Pair) const { delete Pair; }

RaceEngine::RaceEngine(const KernelFacts &Facts, BarrierSet Without)
    : Inside(std::make_unique<RaceEngineState>(Facts, std::move(Without))) {}
RaceEngine::~RaceEngine() = default;

unsigned RaceEngine::queries() const { return Inside->Decider.queries(); }
unsigned RaceEngine::weighed() const { return Inside->Weighed; }
unsigned RaceEngine::replayed() const { return Inside->Replayed; }
unsigned RaceEngine::notReplayed() const { return Inside->NotReplayed; }
unsigned RaceEngine::refuted() const { return Inside->Refuted; }
uint64_t RaceEngine::expressions() const { return Inside->Expressions; }
uint64_t RaceEngine::solverSteps() const { return Inside->Decider.steps(); }
double RaceEngine::solverMilliseconds() const {
  return Inside->Decider.milliseconds();
}
const LoadSet &RaceEngine::testsOf(const EncodedPair &Pair) {
  return Pair.Tests;
}
bool RaceEngine::isChosen(const EncodedPair &Pair) { return Pair.IsChosen; }

llvm::ArrayRef<Interval> RaceEngine::intervals(Scope Cut) {
  static constexpr uint64_t WorkPerStep = 4;
  auto [Known, New] = Inside->Intervals.try_emplace(Cut);
  if (!New)
    return Known->second;
  const KernelFacts &Facts = Inside->Facts;
  uint64_t Left = Facts.work().left(), Kept = Facts.budgets().forChecks();
  IntervalLimit Limit;
  Limit.Steps = Left > Kept ? (Left - Kept) / WorkPerStep + 1 : 0;
  const BarrierSet &Without = Inside->Without;
  ThreadPair Threads(Cut, Without.empty() ? nullptr : &Without);
  Known->second = intervalsOf(Facts.cfg(), Facts.paths(), Facts.loopBarriers(),
                              Threads, Limit);
  llvm::move(splitIntervalsOf(Facts.cfg(), Facts.paths(), Facts.loopBarriers(),
                              Threads, Limit),
             std::back_inserter(Known->second));
  if (!Without.empty())
    llvm::erase_if(Known->second, [&](const Interval &I) {
      return llvm::none_of(Without, [&](const Event *E) { return I.find(*E); });
    });
  for (const Interval &I : Known->second)
    Facts.work().spend(WorkPerStep * I.Steps.size());
  // What is spent then is all that pairs of accesses may take: none is asked.
  if (Limit.LeftOut)
    Facts.limits().cut(BudgetId::Work, "intervals between barriers",
                       Limit.LeftOut);
  return Known->second;
}

//===----------------------------------------------------------------------===//
// Encode
//===----------------------------------------------------------------------===//

/// \p Test asks for a size that stands for a number.
static bool isBounded(const Term *Test, const QuerySymbols &Symbols) {
  return anyPartOf(Test, [&](const Term &Part) {
    if (!isIntegerParameter(&Part))
      return false;
    AssumedSizes::Size Size = Symbols.sizes().of(&Part);
    return Size.Standing == AssumedSizes::Stands::ForOne &&
           Size.Role == Assumption::Bound;
  });
}

/// The rank of the block whose shared memory thread \p Thread accesses; null if
/// data choose it.
static const Term *rankOfMemory(EncodedPair &E, unsigned Thread) {
  const IntervalAccess &Of = Thread == 1 ? E.Asked.First : E.Asked.Second;
  if (!Of.Peer)
    return E.Symbols.rankInCluster(Thread);
  EncodedValue Rank =
      (Thread == 1 ? E.One : E.Other).encode(Of.Peer->Rank, Of.Step);
  SymbolSet Used;
  E.Symbols.collect(Rank.Value, Used);
  bool IsChosen =
      Rank.Root || llvm::any_of(Used, [&](const Term *T) {
        SymbolInfo::Kind K = E.Symbols.info(T).K;
        return K == SymbolInfo::Kind::Data || K == SymbolInfo::Kind::Elected;
      });
  return IsChosen ? nullptr : Rank.Value;
}

/// The assumption that alone keeps the accesses apart, if there is one: that
/// lanes have equal values, or that a size is larger than any index.
static Evidence holdsApart(EncodedPair &E) {
  const KernelFacts &Facts = E.Symbols.facts();
  Evidence Apart;
  for (unsigned Thread : {1u, 2u}) {
    if (!E.Pair.reach(Thread)->isConstant(0))
      continue;
    const IntervalAccess &Of = Thread == 1 ? E.Asked.First : E.Asked.Second;
    std::vector<const Node *> Over = Facts.paths().allControls(*Of.Access->At);
    // What ends a loop on the way: those without an iteration pass by its
    // barriers.
    for (unsigned Step : E.Asked.In->stepsBefore(Of.Step)) {
      const Node *At = E.Asked.In->Steps[Step].At;
      const Loop *L = Facts.loops().innermost(*At, *At);
      if (L && !L->contains(*Of.Access->At))
        Over.push_back(At);
    }
    for (const Node *Branch : Over)
      if (Branch->Branch && isBounded(Branch->Branch, E.Symbols) &&
          Facts.assume({Assumption::Bound, Branch->Branch}, Apart))
        return Apart;
  }
  if (E.Asked.Relation == ThreadRelation::SameWarp &&
      E.Pair.storesWhatLanesShare())
    Facts.assume({Assumption::SharedByLanes, E.Asked.First.Access->Value},
                 Apart);
  return Apart;
}

/// Some threads of each block would reach \p Of if others did not: a size is
/// large enough for all of them.
static bool isLeftOut(const IntervalAccess &Of, ThreadEncoding &By,
                      const EncodedPair &E) {
  const KernelFacts &Facts = E.Symbols.facts();
  return llvm::any_of(
      Facts.paths().allControls(*Of.Access->At), [&](const Node *Branch) {
        if (!Branch->Branch || !isBounded(Branch->Branch, E.Symbols) ||
            Facts.uniformity().isUniformBranch(*Branch, Scope::Block))
          return false;
        auto Outcome = By.encode(Branch->Branch, Of.Step).number();
        auto Successor = Facts.paths().successorTo(*Branch, *Of.Access->At);
        return Outcome && Successor && (*Outcome != 0) != (*Successor == 0);
      });
}

/// In a launch that the unit shows, sizes say which blocks come, and nothing
/// about where the two accesses are: the launch may pass any. With the ones
/// that they stand for, all are multiples of each other, and what is only there
/// for parts that are left over is never reached.
static bool decidesOnlyReach(EncodedPair &E) {
  if (!E.Asked.BlockIsKnown || E.Asked.AnyBound ||
      isLeftOut(E.Asked.First, E.One, E) ||
      isLeftOut(E.Asked.Second, E.Other, E))
    return false;
  auto HasBound = [&](const Event *Access) {
    return !walkTerms(Access->Address, E.Symbols.facts().values(),
                      [&](const Term &Part) {
                        return isBounded(&Part, E.Symbols) ? Walk::Stop
                               : isa<LoadTerm>(Part)       ? Walk::Skip
                                                           : Walk::Enter;
                      });
  };
  return !HasBound(E.Asked.First.Access) && !HasBound(E.Asked.Second.Access);
}

/// Requires that the two threads leave different values, unless data decide
/// that; false if they never do. What two stores leave is taken to differ where
/// data decide it.
static bool writeValues(EncodedPair &E, SymbolSet &Used) {
  E.DataDiffer = E.Pair.storesWhatWasShared();
  const Term *Differ = E.Pair.storesTwo();
  if (!Differ || dependence::updatesPlace(E.Asked.First) ||
      dependence::updatesPlace(E.Asked.Second))
    return true;
  SymbolSet Of;
  E.Symbols.collect(Differ, Of);
  auto IsOfData = [&](const Term *T) { return isOfData(E.Symbols.info(T)); };
  if (llvm::any_of(Of, IsOfData)) {
    bool IsOne = E.Asked.First.Access == E.Asked.Second.Access;
    E.DataDiffer |= IsOne;
    // One store of what is read from one address stores one value.
    if (!IsOne || llvm::any_of(Of, [&](const Term *T) {
          return IsOfData(T) && !E.Symbols.info(T).Function;
        }))
      return true;
  }
  E.ByValue = true;
  if (Differ->isConstant(0))
    return false;
  E.Writer.requireRoughly(Differ);
  Used.insert(Of.begin(), Of.end());
  return true;
}

/// What the places of the two accesses are divided by on the path, each by its
/// thread: not 0, even where the distance of the two does not depend on it.
static llvm::SmallVector<const Term *, 4> divisorsOf(EncodedPair &E) {
  llvm::SmallVector<const Term *, 4> Found;
  for (unsigned Thread : {1u, 2u}) {
    const IntervalAccess &Of = Thread == 1 ? E.Asked.First : E.Asked.Second;
    ThreadEncoding &By = Thread == 1 ? E.One : E.Other;
    walkTerms(Of.Access->Address, [&](const Term &Part) {
      const auto *Quotient = dyn_cast<BinaryTerm>(&Part);
      if (Quotient &&
          (Quotient->opcode() == BO_Div || Quotient->opcode() == BO_Rem) &&
          !isa<ConstantTerm>(Quotient->rhs()))
        if (EncodedValue Divisor = By.encode(Quotient->rhs(), Of.Step);
            !Divisor.Root)
          Found.push_back(Divisor.Value);
      return Walk::Enter;
    });
  }
  return Found;
}

/// Writes the question; false if a part of it can never hold.
static bool writeQuery(EncodedPair &E, const Term *OfData) {
  QuerySymbols &Symbols = E.Symbols;
  const AssumptionUses &May = Symbols.facts().assumptions();
  llvm::SmallVector<const Term *, 16> Required;
  auto Grant = [&](Assumption Of, llvm::ArrayRef<const Term *> Conditions) {
    Required.append(Conditions.begin(), Conditions.end());
    if (!llvm::all_of(Conditions, [](auto *T) { return T->isConstant(1); }))
      E.Granted.insert(Of);
  };
  if (May.isOn(Assumption::InRow))
    Grant(Assumption::InRow, E.Pair.inRows());
  if (May.isOn(Assumption::InBounds)) {
    Grant(Assumption::InBounds, E.Pair.inBounds());
    Grant(Assumption::InBounds, E.Pair.inBoundsOfFirstThread());
  }
  if (May.isOn(Assumption::Pitch))
    Grant(Assumption::Pitch, E.Pair.inPitches());
  if (May.isOn(Assumption::UnusedValue))
    Grant(Assumption::UnusedValue,
          {E.Pair.consumes(1), E.Pair.consumes(2), E.Pair.changesPlace()});
  const Term *Meet = E.Pair.meet();
  Required.append({Meet, Symbols.withOtherPitches(Meet), OfData,
                   dependence::areTwo(E.Asked.Relation, Symbols)});
  if (E.Asked.Relation == ThreadRelation::SameWarp)
    if (const Term *Differ = E.Pair.lanesApart())
      Required.push_back(Differ);
  if (E.Asked.Groups)
    Required.append(E.Asked.Groups->conditions(Symbols, *E.Asked.First.Access,
                                               *E.Asked.Second.Access));
  if (E.Asked.Relation == ThreadRelation::SameCluster) {
    const Term *At1 = rankOfMemory(E, 1), *At2 = rankOfMemory(E, 2);
    if (!At1 || !At2)
      return false;
    TermArena &Arena = Symbols.terms();
    Required.push_back(Arena.binary(BO_EQ, At1, At2));
  }
  SymbolSet Used;
  for (const Term *Truth : Required) {
    if (Truth->isConstant(0))
      return false;
    E.Writer.require(Truth);
    Symbols.collect(Truth, Used);
  }
  E.CoreSize = E.Q.requirements().size();
  if (!writeValues(E, Used))
    return false;
  for (const Term *Divisor : divisorsOf(E)) {
    const Term *IsOne =
        Symbols.terms().binary(BO_NE, Divisor, Symbols.terms().constant(0));
    E.Writer.requireRoughly(IsOne);
    Symbols.collect(IsOne, Used);
  }
  for (const Term *Path :
       Symbols.withoutIdleExits({E.Pair.reach(1), E.Pair.reach(2)}, Used)) {
    E.Writer.requireRoughly(Path);
    Symbols.collect(Path, Used);
  }
  for (const Term *Symbol : Used)
    for (const Term *Fact : Symbols.factsAbout(Symbol))
      E.Writer.requireRoughly(Fact);
  if (May.isOn(Assumption::RepeatedRead)) {
    const Term *Same = Symbols.sameWhereRead(Used);
    E.IsCutOff = !Same;
    if (Same)
      E.Writer.requireRoughly(Same);
    if (Same && !isa<ConstantTerm>(Same))
      E.Granted.insert(Assumption::RepeatedRead);
  }
  return true;
}

EncodedPairPtr RaceEngine::encode(const PairQuestion &Asked) {
  EncodedPairPtr E(
      new EncodedPair(Asked, Inside->launch(*Asked.Launch, Asked.Sharing,
                                            Asked.Said, Asked.AnyBound)));
  auto ApartIf = [&](Evidence That) {
    E->Settled = PairVerdict();
    E->Settled->RestsOn = std::move(That);
    return std::move(E);
  };
  if (const auto *By = dependence::excludedBy(E->Pair, Asked.Relation)) {
    // Perhaps by sizes alone that keep all threads away.
    bool IsUnreached =
        Inside->Facts.judgesEveryShape() &&
        (E->Pair.reach(1)->isConstant(0) || E->Pair.reach(2)->isConstant(0));
    E = ApartIf(Evidence());
    E->Settled->IsUnreached = IsUnreached;
    E->Settled->ByValue = By->ByValue;
    return E;
  }
  ++Inside->Weighed;
  if (Evidence That = holdsApart(*E); !That.empty()) {
    if (!That.rests(Assumption::Bound) || !decidesOnlyReach(*E))
      return ApartIf(std::move(That));
    PairQuestion OfAny = Asked;
    OfAny.AnyBound = true;
    return encode(OfAny);
  }
  if (E->Pair.reach(1)->isConstant(0) || E->Pair.reach(2)->isConstant(0)) {
    E->Settled = PairVerdict();
    E->Settled->IsUnreached = true;
    return E;
  }
  dependence::OwnershipModel Owners(E->Pair, Asked.Relation);
  dependence::OwnershipModel::Ownership OfData = Owners.ownership();
  if (!OfData.Apart.empty())
    return ApartIf(std::move(OfData.Apart));
  if (OfData.IsOpen) {
    E->Settled = {PairVerdict::Kind::Open, Undecided::Unbounded};
    return E;
  }
  E->Within = std::move(OfData.Within);
  E->Loaded = std::move(OfData.Loaded);
  E->Tests = Owners.tests();
  E->IsChosen = Asked.First.Access == Asked.Second.Access &&
                Asked.First.Access->Access == AccessKind::Write &&
                !E->Tests.empty() && !OfData.AreSlots &&
                !dependence::updatesPlace(Asked.First);
  // Sizes that stand for others do not suit the kernel. What they should be is
  // no matter for one access, only for how two places lie to each other.
  if (llvm::any_of(divisorsOf(*E),
                   [](const Term *By) { return By->isConstant(0); })) {
    if (Asked.First.Access != Asked.Second.Access || Asked.AnyBound) {
      E->Settled = {PairVerdict::Kind::Open, Undecided::Unbounded};
      return E;
    }
    PairQuestion OfAny = Asked;
    OfAny.AnyBound = true;
    return encode(OfAny);
  }
  if (!writeQuery(*E, OfData.That)) {
    E->Settled = PairVerdict();
    E->Settled->RestsOn = E->Within;
    E->Settled->ByValue = E->ByValue;
  }
  Inside->Expressions += E->Q.expressions().size();
  return E;
}

//===----------------------------------------------------------------------===//
// Decide
//===----------------------------------------------------------------------===//

/// A test of data that chooses one thread for both accesses leaves no two that
/// race. False where the accesses exclude each other in one thread.
static bool mayBeOfOneThread(EncodedPair &E, solver::Solver &Decider) {
  QuerySymbols &Symbols = E.Symbols;
  solver::Query Q;
  QueryWriter Writer(Q, Symbols);
  SymbolSet Used;
  for (const Term *Path :
       Symbols.withoutIdleExits(E.Pair.reachesBoth(), Used)) {
    if (Path->isConstant(0))
      return false;
    Writer.requireRoughly(Path);
    Symbols.collect(Path, Used);
  }
  for (const Term *Symbol : Used)
    for (const Term *Fact : Symbols.factsAbout(Symbol))
      Writer.requireRoughly(Fact);
  return Decider.decide(Q).K != solver::SolverAnswer::Kind::Impossible;
}

/// Counts the sizes that stand for the parameters in the places of \p E.
/// Another size may do as well: only a run without the assumption would say.
static void countSizes(const EncodedPair &E, RaceEngineState &Of) {
  for (const Event *Access : {E.Asked.First.Access, E.Asked.Second.Access}) {
    auto [Known, New] = Of.Parameters.try_emplace(Access);
    if (New)
      walkTerms(Access->Address, Of.Facts.values(), [&](const Term &Part) {
        if (!isIntegerParameter(&Part))
          return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
        Known->second.push_back(&Part);
        return Walk::Skip;
      });
    for (const Term *Parameter : Known->second) {
      AssumedSizes::Size Size = E.Symbols.sizes().of(Parameter);
      if (Size.Standing != AssumedSizes::Stands::ForItself &&
          !E.Symbols.isKnownFromHost(Parameter))
        Of.Facts.assume(Size.Role);
    }
  }
}

PairVerdict RaceEngine::decide(EncodedPair &E, std::vector<int64_t> &Witness) {
  PairVerdict Verdict = decideItself(E, Witness);
  if (Verdict.K == PairVerdict::Kind::Disjoint && !Verdict.IsUnreached &&
      Verdict.RestsOn.empty())
    countSizes(E, *Inside);
  return Verdict;
}

PairVerdict RaceEngine::decideItself(EncodedPair &E,
                                     std::vector<int64_t> &Witness) {
  if (E.Settled)
    return *E.Settled;
  solver::Solver &Decider = Inside->Decider;
  bool MayAsk = Decider.queries() < Inside->Facts.budgets().RaceQueries;
  solver::SolverAnswer Decided;
  if (auto Values = solver::confirmedAnswer(E.Q, Witness)) {
    Decided.K = solver::SolverAnswer::Kind::Possible;
    Decided.Values = std::move(*Values);
  } else {
    Decided = decidePair(E, Decider, MayAsk, Inside->Facts);
  }
  // Only where threads would meet does a test choose one.
  if (E.IsChosen && Decided.K != solver::SolverAnswer::Kind::Impossible &&
      Inside->Facts.assumptions().isOn(Assumption::ChosenThread)) {
    PairVerdict Chosen;
    auto *OfData = llvm::find_if(E.Tests, [&](const Term *T) {
      return dependence::isOfMemory(T, Inside->Facts);
    });
    // It is said of data alone.
    if (OfData == E.Tests.end())
      Chosen = {PairVerdict::Kind::Open, Undecided::Unbounded};
    else
      Inside->Facts.assume({Assumption::ChosenThread, *OfData}, Chosen.RestsOn);
    return Chosen;
  }
  if (Decided.K == solver::SolverAnswer::Kind::Unknown)
    return {PairVerdict::Kind::Open, !MayAsk           ? Undecided::QueryLimit
                                     : E.Q.isBounded() ? Undecided::SolverSteps
                                                       : Undecided::Unbounded};
  if (Decided.K == solver::SolverAnswer::Kind::Impossible) {
    for (Assumption Each : E.Granted)
      Inside->Facts.assume(Each);
    PairVerdict Apart;
    Apart.RestsOn = E.Within;
    Apart.ByValue = E.ByValue;
    return Apart;
  }
  if (E.IsCutOff)
    return {PairVerdict::Kind::Open, Undecided::CutOff};
  E.Values = Witness = std::move(Decided.Values);
  if (MayAsk && !E.Tests.empty() && !mayBeOfOneThread(E, Decider))
    E.Tests.clear();
  switch (replayWitness(E, Inside->ReplayLeft)) {
  case simulation::Replay::Meets:
    ++Inside->Replayed;
    break;
  case simulation::Replay::Unknown:
    ++Inside->NotReplayed;
    break;
  case simulation::Replay::Misses:
    ++Inside->Refuted;
    break;
  }
  return {PairVerdict::Kind::Races};
}

} // namespace warplint::races
