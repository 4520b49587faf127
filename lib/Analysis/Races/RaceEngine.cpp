//===--- RaceEngine.cpp - Whether two accesses of two threads meet --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/RaceEngine.h"
#include "Analysis/Races/AccessPair.h"
#include "Analysis/Races/GroupPairs.h"
#include "Analysis/Races/QueryWriter.h"
#include "Analysis/Races/RaceEngineState.h"
#include "Analysis/Races/RaceOrder.h"
#include "Solver/Enumeration.h"
#include "Solver/WitnessSearch.h"
#include <functional>

using namespace clang;

namespace warplint {

class EncodedPair {
public:
  EncodedPair(const PairQuestion &Asked, EncodedLaunch &At)
      : Asked(Asked), Symbols(At.Symbols), One(At.encodingOf(*Asked.In, 1)),
        Other(At.encodingOf(*Asked.In, 2)),
        Pair(Symbols, *Asked.In, Asked.First, Asked.Second, One, Other),
        Writer(Q, Symbols) {}

  const PairQuestion Asked;
  QuerySymbols &Symbols;
  ThreadEncoding &One, &Other;
  AccessPair Pair;
  Query Q;
  QueryWriter Writer;
  /// The first requirements: where the threads stand and what they access.
  size_t CoreSize = 0;
  /// What arithmetic alone tells.
  std::optional<PairVerdict> Settled;
  LoadSet Tests;
  llvm::SmallVector<const Term *, 2> Loaded; ///< Values that are chosen.
  std::vector<int64_t> Values;               ///< Of the symbols, if it races.
};

void DeleteEncodedPair::operator()(EncodedPair *Pair) const { delete Pair; }

RaceEngine::RaceEngine(const KernelFacts &Facts)
    : Inside(std::make_unique<RaceEngineState>(Facts)) {}
RaceEngine::~RaceEngine() = default;

unsigned RaceEngine::queries() const { return Inside->Decider.queries(); }
uint64_t RaceEngine::solverSteps() const { return Inside->Decider.steps(); }
double RaceEngine::solverMilliseconds() const {
  return Inside->Decider.milliseconds();
}
const LoadSet &RaceEngine::testsOf(const EncodedPair &Pair) {
  return Pair.Tests;
}

llvm::ArrayRef<Interval> RaceEngine::intervals(Scope Cut) {
  static constexpr uint64_t WorkPerStep = 4;
  auto [Known, New] = Inside->Intervals.try_emplace(Cut);
  if (New) {
    Known->second =
        intervalsOf(Inside->Facts.cfg(), Inside->Facts.paths(), Cut);
    for (const Interval &I : Known->second)
      Inside->Facts.work().spend(WorkPerStep * I.Steps.size());
  }
  return Known->second;
}

//===----------------------------------------------------------------------===//
// Encode
//===----------------------------------------------------------------------===//

/// The two threads are as far apart as \p Apart wants them.
static const Term *differ(Race::Between Apart, QuerySymbols &Symbols) {
  TermArena &Arena = Symbols.terms();
  if (Apart == Race::Between::Blocks) {
    const Term *Any = Arena.constant(0);
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Any = Symbols.logicalOr(Any,
                              Arena.binary(BO_NE, Symbols.blockIndex(1, Axis),
                                           Symbols.blockIndex(2, Axis)));
    return Any;
  }
  const Term *SameWarp = Arena.binary(BO_EQ, Symbols.warp(1), Symbols.warp(2));
  if (Apart == Race::Between::Warps)
    return Symbols.logicalNot(SameWarp);
  return Symbols.logicalAnd(
      SameWarp, Arena.binary(BO_NE, Symbols.rank(1), Symbols.rank(2)));
}

/// Arithmetic tells that the two never meet, or that it makes no difference.
static bool isHarmless(EncodedPair &E) {
  AccessPair &Pair = E.Pair;
  Race::Between Apart = E.Asked.Apart;
  if (!Pair.object() || Pair.meet()->isConstant(0) ||
      Pair.isOneThread(Apart == Race::Between::Blocks) || Pair.storesSame() ||
      (Apart == Race::Between::Lanes && Pair.storesWhatLanesShare()) ||
      Pair.readsOwnCopy())
    return true;
  return Pair.reach(1)->isConstant(0) || Pair.reach(2)->isConstant(0);
}

/// Writes the question; false if a part of it can never hold.
static bool writeQuery(EncodedPair &E, const Term *OfData) {
  QuerySymbols &Symbols = E.Symbols;
  auto Required = E.Pair.bounds();
  const Term *Meet = E.Pair.meet();
  Required.append({Meet, Symbols.withOtherPitches(Meet), OfData,
                   differ(E.Asked.Apart, Symbols)});
  if (E.Asked.Groups)
    Required.append(E.Asked.Groups->conditions(Symbols, *E.Asked.First.Access,
                                               *E.Asked.Second.Access));
  SymbolSet Used;
  for (const Term *Truth : Required) {
    if (Truth->isConstant(0))
      return false;
    E.Writer.require(Truth);
    Symbols.collect(Truth, Used);
  }
  E.CoreSize = E.Q.requirements().size();
  for (const Term *Way :
       Symbols.withoutIdleExits({E.Pair.reach(1), E.Pair.reach(2)}, Used)) {
    E.Writer.requireRoughly(Way);
    Symbols.collect(Way, Used);
  }
  for (const Term *Symbol : Used)
    for (const Term *Fact : Symbols.factsAbout(Symbol))
      E.Writer.requireRoughly(Fact);
  E.Writer.requireRoughly(Symbols.sameWhereRead(Used));
  return true;
}

EncodedPairPtr RaceEngine::encode(const PairQuestion &Asked) {
  EncodedPairPtr E(
      new EncodedPair(Asked, Inside->launch(*Asked.Launch, Asked.Sharing)));
  auto ApartIf = [&](Assumption::Kind That) {
    E->Settled = PairVerdict();
    E->Settled->If = That;
    return std::move(E);
  };
  if (isHarmless(*E)) {
    E->Settled = PairVerdict();
    return E;
  }
  AccessPair::DataAssumption OfData = E->Pair.dataAssumption();
  if (OfData.Apart)
    return ApartIf(*OfData.Apart);
  E->Loaded = std::move(OfData.Loaded);
  E->Tests = E->Pair.tests();
  if (Asked.First.Access == Asked.Second.Access &&
      Asked.First.Access->Access == AccessKind::Write && !E->Tests.empty() &&
      !updatesPlace(Asked.First))
    return ApartIf(Assumption::Kind::ChosenThread);
  if (!writeQuery(*E, OfData.That))
    E->Settled = PairVerdict();
  return E;
}

//===----------------------------------------------------------------------===//
// Decide
//===----------------------------------------------------------------------===//

/// Where a search starts: two threads that stand to each other as threads that
/// race often do, and all other values small, one, or large.
static std::vector<std::vector<int64_t>> startsFor(const EncodedPair &E) {
  enum class At : uint8_t { First, Next, Last };
  struct Stand {
    At Lane, Warp, Block; ///< Of thread 2; thread 1 is the first of all.
  };
  static constexpr Stand Stands[] = {
      {At::Next, At::First, At::First}, {At::First, At::Next, At::First},
      {At::First, At::First, At::Next}, {At::Last, At::First, At::First},
      {At::First, At::Last, At::First}, {At::Last, At::Last, At::First},
      {At::Next, At::Next, At::Next},   {At::Last, At::Last, At::Last},
  };
  std::vector<std::vector<int64_t>> Result;
  for (int Others : {0, 1, 2})
    for (const Stand &S : Stands) {
      std::vector<int64_t> Values(E.Q.symbols().size(), 0);
      for (const auto &[Symbol, Index] : E.Writer.symbols()) {
        const SymbolInfo &Info = E.Symbols.info(Symbol);
        const Query::Symbol &Bounds = E.Q.symbols()[Index];
        if (Info.K != SymbolInfo::Kind::Position) {
          Values[Index] = Others < 2 ? Others : Bounds.Max;
          continue;
        }
        At Where = llvm::StringRef(Info.Meaning).starts_with("block") ? S.Block
                   : Info.Meaning == "lane"                           ? S.Lane
                                                                      : S.Warp;
        if (Info.Thread == 2 && Where != At::First)
          Values[Index] = Where == At::Next ? Bounds.Min + 1 : Bounds.Max;
      }
      Result.push_back(std::move(Values));
    }
  return Result;
}

/// Some thread's place is part of what \p Q requires.
static bool asksForPlaces(const EncodedPair &E,
                          const std::vector<bool> &Symbols) {
  return llvm::any_of(E.Writer.symbols(), [&](const auto &Symbol) {
    return Symbols[Symbol.second] &&
           E.Symbols.info(Symbol.first).K == SymbolInfo::Kind::Position;
  });
}

namespace {

/// Answers the question of one pair: by evaluating first, then by asking the
/// solver for as little as will do.
class PairDecision {
public:
  PairDecision(const EncodedPair &E, Solver &Decider, bool MayAsk,
               const Budgets &Budget)
      : E(E), Decider(Decider), MayAsk(MayAsk), Budget(Budget),
        Starts(startsFor(E)), Sides(E.Q.symbols().size(), Side::Shared),
        Core(E.Q.symbolsIn(
            llvm::ArrayRef(E.Q.requirements()).take_front(E.CoreSize))) {
    for (const auto &[Symbol, Index] : E.Writer.symbols())
      if (unsigned Thread = E.Symbols.info(Symbol).Thread)
        Sides[Index] = Thread == 1 ? Side::First : Side::Second;
  }

  Answer decide();
  /// Evaluations of one expression that it took.
  uint64_t steps() const { return Spent; }

private:
  using Part = std::vector<Query::Ref>;

  Answer search(const Query &Q, llvm::ArrayRef<std::vector<int64_t>> From,
                unsigned Steps);
  Answer tryAll(const Query &Q, unsigned Steps);
  Answer settle(const Query &Q);
  Answer ask(const Query &Q, unsigned Steps) {
    return MayAsk ? Decider.decide(Q, {}, Steps) : Answer();
  }
  Answer decidePart(const Part &Of);
  Answer decideParts();

  const EncodedPair &E;
  Solver &Decider;
  bool MayAsk;
  const Budgets &Budget;
  uint64_t Spent = 0;
  std::vector<std::vector<int64_t>> Starts;
  std::vector<Side> Sides; ///< Of the symbols: the threads.
  /// The symbols that the addresses, the threads and their groups are made of.
  std::vector<bool> Core;
};

} // namespace

/// Evaluations of one expression of a query that take as long as one step of
/// Budgets::Work.
static constexpr uint64_t EvaluationsPerStep = 16;

/// The parts of the budgets for guesses and for the solver, and of that for
/// trying all values, that are spent before something else is tried.
static constexpr unsigned QuickPart = 16, QuickPartOfAll = 4;

static bool isKnown(const Answer &A) { return A.K != Answer::Kind::Unknown; }

Answer PairDecision::search(const Query &Q,
                            llvm::ArrayRef<std::vector<int64_t>> From,
                            unsigned Steps) {
  unsigned Left = Steps;
  Answer Result;
  if (auto Found = searchWitness(Q, From, Left)) {
    Result.K = Answer::Kind::Possible;
    Result.Values = std::move(*Found);
  }
  Spent += Steps - Left;
  return Result;
}

Answer PairDecision::tryAll(const Query &Q, unsigned Steps) {
  unsigned Left = Steps;
  Answer Result = enumerate(Q, Sides, Left);
  Spent += Steps - Left;
  return Result;
}

/// What has few values is tried in full, what has many may be easy for the
/// solver; each is asked for little before either is asked for more.
Answer PairDecision::settle(const Query &Q) {
  const std::function<Answer()> Ways[] = {
      [&] { return tryAll(Q, Budget.EnumerationSteps / QuickPartOfAll); },
      [&] { return ask(Q, Budget.SolverStepsOfQuery / QuickPart); },
      [&] { return tryAll(Q, Budget.EnumerationSteps); },
      [&] { return ask(Q, Budget.SolverStepsOfQuery); },
  };
  for (const auto &Way : Ways)
    if (Answer Result = Way(); isKnown(Result))
      return Result;
  return {};
}

/// What says nothing of places depends on data alone, and mostly some value
/// will do. Where the threads stand is settled, first without what else must
/// hold on the way there.
Answer PairDecision::decidePart(const Part &Of) {
  Query Alone = E.Q.withRequirements(Of);
  Answer Result;
  if (!asksForPlaces(E, E.Q.symbolsIn(Of))) {
    Result = search(Alone, Starts, Budget.SearchSteps);
    return isKnown(Result) ? Result : ask(Alone, Budget.SolverStepsOfQuery);
  }
  Part Sliced = E.Q.madeOf(Of, Core);
  if (Sliced.size() < Of.size()) {
    Result = tryAll(Alone, Budget.EnumerationSteps / QuickPartOfAll);
    if (isKnown(Result))
      return Result;
    Answer Least = settle(E.Q.withRequirements(Sliced));
    if (Least.K == Answer::Kind::Impossible)
      return Least;
    if (isKnown(Least))
      Result = search(Alone, Least.Values, Budget.SearchSteps);
    if (isKnown(Result))
      return Result;
  }
  Result = settle(Alone);
  return isKnown(Result) ? Result : search(Alone, Starts, Budget.SearchSteps);
}

/// Decides the parts of the question that share no symbol one by one.
Answer PairDecision::decideParts() {
  Answer Whole;
  for (const Query::Symbol &S : E.Q.symbols())
    Whole.Values.push_back(S.Min);
  bool Open = false;
  for (const Part &Of : E.Q.independentParts()) {
    Answer Decided = decidePart(Of);
    if (Decided.K == Answer::Kind::Impossible)
      return Decided;
    if (Decided.K == Answer::Kind::Unknown) {
      Open = true;
      continue;
    }
    std::vector<bool> Needed = E.Q.symbolsIn(Of);
    for (size_t I = 0; I < Whole.Values.size(); ++I)
      if (Needed[I])
        Whole.Values[I] = Decided.Values[I];
  }
  if (!Open && E.Q.holds(Whole.Values).value_or(false))
    Whole.K = Answer::Kind::Possible;
  return Whole;
}

Answer PairDecision::decide() {
  Answer Quick = search(E.Q, Starts, Budget.SearchSteps / QuickPart);
  return isKnown(Quick) ? Quick : decideParts();
}

/// A test of data that chooses one thread for both accesses leaves no two that
/// race. False where the accesses exclude each other in one thread.
static bool mayBeOfOneThread(EncodedPair &E, Solver &Decider) {
  QuerySymbols &Symbols = E.Symbols;
  Query Q;
  QueryWriter Writer(Q, Symbols);
  SymbolSet Used;
  for (const Term *Way : Symbols.withoutIdleExits(E.Pair.reachesBoth(), Used)) {
    if (Way->isConstant(0))
      return false;
    Writer.requireRoughly(Way);
    Symbols.collect(Way, Used);
  }
  for (const Term *Symbol : Used)
    for (const Term *Fact : Symbols.factsAbout(Symbol))
      Writer.requireRoughly(Fact);
  return Decider.decide(Q).K != Answer::Kind::Impossible;
}

PairVerdict RaceEngine::decide(EncodedPair &E, std::vector<int64_t> &Witness) {
  if (E.Settled)
    return *E.Settled;
  Solver &Decider = Inside->Decider;
  bool MayAsk = Decider.queries() < Inside->Facts.budgets().RaceQueries;
  Answer Decided;
  if (auto Values = confirmedAnswer(E.Q, Witness)) {
    Decided.K = Answer::Kind::Possible;
    Decided.Values = std::move(*Values);
  } else {
    PairDecision Decision(E, Decider, MayAsk, Inside->Facts.budgets());
    Decided = Decision.decide();
    Inside->Facts.work().spend(Decision.steps() / EvaluationsPerStep);
  }
  if (Decided.K == Answer::Kind::Unknown)
    return {PairVerdict::Kind::Open, !MayAsk           ? Undecided::QueryLimit
                                     : E.Q.isBounded() ? Undecided::SolverSteps
                                                       : Undecided::Unbounded};
  if (Decided.K == Answer::Kind::Impossible)
    return {};
  E.Values = Witness = std::move(Decided.Values);
  if (MayAsk && !E.Tests.empty() && !mayBeOfOneThread(E, Decider))
    E.Tests.clear();
  return {PairVerdict::Kind::Races};
}

//===----------------------------------------------------------------------===//
// Describe
//===----------------------------------------------------------------------===//

/// Writes \p T, which may be no part of the question, and returns its value.
static int64_t valueOf(const Term *T, EncodedPair &E) {
  Query::Ref At = E.Writer.write(T);
  // Symbols that the question has nothing to do with have their least value.
  for (size_t I = E.Values.size(); I < E.Q.symbols().size(); ++I)
    E.Values.push_back(E.Q.symbols()[I].Min);
  return E.Q.evaluate(E.Values)[At].value_or(0);
}

static void describeSide(RaceSide &Side, unsigned Thread, EncodedPair &E) {
  const IntervalAccess &Of = Thread == 1 ? E.Asked.First : E.Asked.Second;
  ThreadEncoding &Encoding = Thread == 1 ? E.One : E.Other;
  Side.Access = Of.Access;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Side.Thread[Axis] = valueOf(E.Symbols.threadIndex(Thread, Axis), E);
    Side.Block[Axis] = valueOf(E.Symbols.blockIndex(Thread, Axis), E);
  }
  llvm::SmallVector<const Term *, 16> Work;
  for (const auto *Step = dyn_cast<SubobjectTerm>(Of.Access->Address); Step;
       Step = dyn_cast<SubobjectTerm>(Step->base()))
    if (const auto *Element = dyn_cast<ElementTerm>(Step)) {
      EncodedValue Index = Encoding.encode(Element->index(), Of.Step);
      Side.Indices.insert(Side.Indices.begin(), valueOf(Index.Value, E));
      Work.push_back(Element->index());
    }
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    Work.append(T->operands().begin(), T->operands().end());
    const auto *Phi = dyn_cast<PhiTerm>(T);
    if (!Phi || Side.Variables.size() >= 3)
      continue;
    // What does not control its loop may have changed since the round began.
    const auto *Place = dyn_cast<LocalTerm>(Phi->place());
    const Term *Guard = Phi->node()->Branch;
    EncodedValue Value = Encoding.encode(Phi, Of.Step);
    if (Guard && mentions(Guard, Phi) && Place && !Value.Root &&
        Place->decl() && !Place->decl()->getName().empty())
      Side.Variables.push_back({Place->decl(), valueOf(Value.Value, E)});
  }
}

/// What the witness of \p E takes for granted.
static std::vector<Assumption> assumptionsOf(EncodedPair &E) {
  const KernelFacts &Facts = E.Symbols.facts();
  std::vector<Assumption> Result;
  if (!E.Asked.BlockIsKnown)
    Result.push_back({Assumption::Kind::Launch});
  llvm::SetVector<const Term *> Parameters;
  for (const IntervalAccess *Of : {&E.Asked.First, &E.Asked.Second})
    for (const Term *P :
         parametersBehind(Of->Access->Address, *Of->Access->At, Facts))
      Parameters.insert(P);
  for (const Term *P : Parameters) {
    AssumedSizes::Size Size = E.Symbols.sizes().of(P);
    if (Size.Standing != AssumedSizes::Stands::ForItself)
      Result.push_back({Size.Role, P, nullptr, Size.Value});
  }
  for (const Term *Load : E.Loaded)
    Result.push_back({Assumption::Kind::LoadedIndex, Load});
  return Result;
}

Race RaceEngine::describe(EncodedPair &E) {
  const KernelFacts &Facts = Inside->Facts;
  Race Found;
  Found.Apart = E.Asked.Apart;
  Found.Space = E.Asked.First.Space;
  if (Facts.keepsQueries())
    Found.Query = Inside->Decider.smtLib(E.Q);
  describeSide(Found.First, 1, E);
  describeSide(Found.Second, 2, E);
  for (const auto &[Symbol, Index] : E.Writer.symbols()) {
    const SymbolInfo &Info = E.Symbols.info(Symbol);
    const auto *Whole = Info.K == SymbolInfo::Kind::Parameter
                            ? dyn_cast<ParameterTerm>(Info.Of)
                            : nullptr;
    if (Whole)
      Found.Given.push_back({Whole->decl(), E.Values[Index]});
    Found.ChoosesData |=
        Info.K == SymbolInfo::Kind::Data || Info.K == SymbolInfo::Kind::Elected;
  }
  Found.Assumed = assumptionsOf(E);
  Found.BlockDim = E.Asked.Launch->Block;
  Found.GridDim = E.Asked.Launch->Grid;
  Found.ShapeIsKnown = E.Asked.BlockIsKnown;
  putInOrder(Found, *E.Asked.In, E.Asked.First, E.Asked.Second,
             laterRound(Found, *E.Asked.In, E.Symbols, E.Writer, E.Values),
             Facts.paths());
  return Found;
}

} // namespace warplint
