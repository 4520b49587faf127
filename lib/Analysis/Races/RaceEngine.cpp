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
#include "Solver/WitnessSearch.h"

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
  auto [Known, New] = Inside->Intervals.try_emplace(Cut);
  if (New)
    Known->second =
        intervalsOf(Inside->Facts.cfg(), Inside->Facts.paths(), Cut);
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
  auto LeftOpen = [&](Undecided Why) {
    E->Settled = {PairVerdict::Kind::Open, Why};
    return std::move(E);
  };
  if (isHarmless(*E)) {
    E->Settled = PairVerdict();
    return E;
  }
  AccessPair::DataAssumption OfData = E->Pair.dataAssumption();
  if (OfData.Open)
    return LeftOpen(*OfData.Open);
  E->Loaded = std::move(OfData.Loaded);
  E->Tests = E->Pair.tests();
  if (Asked.First.Access == Asked.Second.Access &&
      Asked.First.Access->Access == AccessKind::Write && !E->Tests.empty() &&
      !updatesPlace(Asked.First))
    return LeftOpen(Undecided::TestedData);
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
                          const std::vector<bool> &Needed) {
  return llvm::any_of(E.Writer.symbols(), [&](const auto &Symbol) {
    return Needed[E.Q.symbols()[Symbol.second].At] &&
           E.Symbols.info(Symbol.first).K == SymbolInfo::Kind::Position;
  });
}

/// Decides the parts of the question that share no symbol one by one. What a
/// loop or a branch asks of data that nothing else depends on is such a part,
/// and mostly some value will do; where the threads stand is for the solver.
/// Each helps where the other fails.
static Answer decideParts(const EncodedPair &E, Solver &Decider,
                          unsigned Steps) {
  Answer Whole;
  for (const Query::Symbol &S : E.Q.symbols())
    Whole.Values.push_back(S.Min);
  for (const std::vector<Query::Ref> &Part : E.Q.independentParts()) {
    Query Alone = E.Q.withRequirements(Part);
    std::vector<bool> Needed = Alone.needed();
    auto Search = [&] { return searchWitness(Alone, startsFor(E), Steps); };
    std::optional<std::vector<int64_t>> Found;
    bool OfData = !asksForPlaces(E, Needed);
    if (OfData)
      Found = Search();
    if (!Found) {
      Answer Decided = Decider.decide(Alone);
      if (Decided.K == Answer::Kind::Impossible)
        return Decided;
      if (Decided.K == Answer::Kind::Possible)
        Found = std::move(Decided.Values);
      else if (!OfData)
        Found = Search();
    }
    if (!Found)
      return {};
    for (size_t I = 0; I < Whole.Values.size(); ++I)
      if (Needed[E.Q.symbols()[I].At])
        Whole.Values[I] = (*Found)[I];
  }
  if (E.Q.holds(Whole.Values).value_or(false))
    Whole.K = Answer::Kind::Possible;
  return Whole;
}

PairVerdict RaceEngine::decide(EncodedPair &E, std::vector<int64_t> &Witness) {
  if (E.Settled)
    return *E.Settled;
  Solver &Decider = Inside->Decider;
  Answer Decided;
  if (auto Values = confirmedAnswer(E.Q, Witness)) {
    Decided.K = Answer::Kind::Possible;
    Decided.Values = std::move(*Values);
  } else {
    Decided = decideParts(E, Decider, Inside->Facts.budgets().SearchSteps);
  }
  if (Decided.K == Answer::Kind::Unknown)
    return {PairVerdict::Kind::Open,
            E.Q.isBounded() ? Undecided::SolverSteps : Undecided::Unbounded};
  if (Decided.K == Answer::Kind::Impossible)
    return {};
  E.Values = Witness = std::move(Decided.Values);
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
  if (!Facts.terms().launch().blockSize())
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
    Found.ChoosesData |= Info.K == SymbolInfo::Kind::Data ||
                         Info.K == SymbolInfo::Kind::Elected;
  }
  Found.Assumed = assumptionsOf(E);
  Found.BlockDim = E.Asked.Launch->Block;
  Found.GridDim = E.Asked.Launch->Grid;
  Found.ShapeIsKnown = Facts.terms().launch().blockSize() != 0;
  putInOrder(Found, *E.Asked.In, E.Asked.First, E.Asked.Second,
             laterRound(Found, *E.Asked.In, E.Symbols, E.Writer, E.Values),
             Facts.paths());
  return Found;
}

} // namespace warplint
