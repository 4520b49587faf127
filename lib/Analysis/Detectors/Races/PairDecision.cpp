//===--- PairDecision.cpp - The answer to one pair ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Solver/Enumeration.h"
#include "Solver/WitnessSearch.h"
#include "llvm/ADT/StableHashing.h"
#include <functional>
#include <unordered_map>

using namespace clang;

namespace warplint::races {

using llvm::stable_hash_combine;

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
        const twothreads::SymbolInfo &Info = E.Symbols.info(Symbol);
        const solver::Query::Symbol &Bounds = E.Q.symbols()[Index];
        if (Info.K != twothreads::SymbolInfo::Kind::Position) {
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

/// The symbols of \p E by how soon a reader meets them: where the threads
/// stand, how often loops have run, what the kernel was given, what memory
/// holds; of each the first thread's before the second's.
static llvm::SmallVector<unsigned, 0> readingOrder(const EncodedPair &E) {
  std::vector<std::pair<unsigned, unsigned>> Ranked;
  for (const auto &[Symbol, Index] : E.Writer.symbols()) {
    const twothreads::SymbolInfo &Info = E.Symbols.info(Symbol);
    bool IsOfBlock = Info.K == twothreads::SymbolInfo::Kind::Position &&
                     llvm::StringRef(Info.Meaning).starts_with("block");
    Ranked.push_back(
        {(unsigned(Info.K) * 2 + !IsOfBlock) * 4 + Info.Thread, Index});
  }
  llvm::sort(Ranked);
  return llvm::to_vector<0>(llvm::make_second_range(Ranked));
}

/// Some thread's place is part of what \p Q requires.
static bool asksForPlaces(const EncodedPair &E,
                          const std::vector<bool> &Symbols) {
  return llvm::any_of(E.Writer.symbols(), [&](const auto &Symbol) {
    return Symbols[Symbol.second] && E.Symbols.info(Symbol.first).K ==
                                         twothreads::SymbolInfo::Kind::Position;
  });
}

namespace {

/// Answers the question of one pair: by evaluating first, then by asking the
/// solver for as little as will do.
class PairDecision {
public:
  PairDecision(const EncodedPair &E, solver::Solver &Decider, bool MayAsk,
               const Budgets &Budget)
      : E(E), Decider(Decider), MayAsk(MayAsk), Budget(Budget),
        Starts(startsFor(E)), Sides(E.Q.symbols().size(), solver::Side::Shared),
        Core(E.Q.symbolsIn(
            llvm::ArrayRef(E.Q.requirements()).take_front(E.CoreSize))) {
    for (const auto &[Symbol, Index] : E.Writer.symbols())
      if (unsigned Thread = E.Symbols.info(Symbol).Thread)
        Sides[Index] = Thread == 1 ? solver::Side::First : solver::Side::Second;
  }

  /// With a small witness, if there is one.
  solver::SolverAnswer decide();
  /// Evaluations of one expression that it took.
  uint64_t steps() const { return Spent; }
  /// Of the budgets for guessing and for trying all values, those that it has
  /// spent.
  llvm::ArrayRef<BudgetId> usedUp() const { return UsedUp; }

private:
  using Part = std::vector<solver::Query::Ref>;

  solver::SolverAnswer search(const solver::Query &Q,
                              llvm::ArrayRef<std::vector<int64_t>> From,
                              uint64_t Steps);
  solver::SolverAnswer tryAll(const solver::Query &Q, uint64_t Steps);
  solver::SolverAnswer settle(const solver::Query &Q);
  solver::SolverAnswer ask(const solver::Query &Q, uint64_t Steps) {
    return MayAsk ? Decider.decide(Q, {}, unsigned(Steps))
                  : solver::SolverAnswer();
  }
  solver::SolverAnswer decidePart(const Part &Of);
  solver::SolverAnswer decideParts();

  const EncodedPair &E;
  solver::Solver &Decider;
  bool MayAsk;
  const Budgets &Budget;
  void note(uint64_t Took, BudgetId Of) {
    Spent += Took;
    if (Took == Budget[Of] && !llvm::is_contained(UsedUp, Of))
      UsedUp.push_back(Of);
  }

  uint64_t Spent = 0;
  llvm::SmallVector<BudgetId, 2> UsedUp;
  std::vector<std::vector<int64_t>> Starts;
  std::vector<solver::Side> Sides; ///< Of the symbols: the threads.
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

static bool isKnown(const solver::SolverAnswer &A) {
  return A.K != solver::SolverAnswer::Kind::Unknown;
}

solver::SolverAnswer
PairDecision::search(const solver::Query &Q,
                     llvm::ArrayRef<std::vector<int64_t>> From,
                     uint64_t Steps) {
  unsigned Left = unsigned(Steps);
  solver::SolverAnswer Result;
  if (auto Found = solver::searchWitness(Q, From, Left)) {
    Result.K = solver::SolverAnswer::Kind::Possible;
    Result.Values = std::move(*Found);
  }
  note(Steps - Left, BudgetId::SearchSteps);
  return Result;
}

solver::SolverAnswer PairDecision::tryAll(const solver::Query &Q,
                                          uint64_t Steps) {
  unsigned Left = unsigned(Steps);
  solver::SolverAnswer Result = solver::enumerate(Q, Sides, Left);
  note(Steps - Left, BudgetId::EnumerationSteps);
  return Result;
}

/// What has few values is tried in full, what has many may be easy for the
/// solver; each is asked for little before either is asked for more.
solver::SolverAnswer PairDecision::settle(const solver::Query &Q) {
  const std::function<solver::SolverAnswer()> Paths[] = {
      [&] { return tryAll(Q, Budget.EnumerationSteps / QuickPartOfAll); },
      [&] { return ask(Q, Budget.SolverStepsOfQuery / QuickPart); },
      [&] { return tryAll(Q, Budget.EnumerationSteps); },
      [&] { return ask(Q, Budget.SolverStepsOfQuery); },
  };
  for (const auto &Path : Paths)
    if (solver::SolverAnswer Result = Path(); isKnown(Result))
      return Result;
  return {};
}

/// What says nothing of places depends on data alone, and mostly some value
/// will do. Where the threads stand is settled, first without what else must
/// hold on the path there.
solver::SolverAnswer PairDecision::decidePart(const Part &Of) {
  solver::Query Alone = E.Q.withRequirements(Of);
  solver::SolverAnswer Result;
  if (!asksForPlaces(E, E.Q.symbolsIn(Of))) {
    Result = search(Alone, Starts, Budget.SearchSteps);
    return isKnown(Result) ? Result : ask(Alone, Budget.SolverStepsOfQuery);
  }
  Part Sliced = E.Q.madeOf(Of, Core);
  if (Sliced.size() < Of.size()) {
    Result = tryAll(Alone, Budget.EnumerationSteps / QuickPartOfAll);
    if (isKnown(Result))
      return Result;
    solver::SolverAnswer Least = settle(E.Q.withRequirements(Sliced));
    if (Least.K == solver::SolverAnswer::Kind::Impossible)
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
solver::SolverAnswer PairDecision::decideParts() {
  solver::SolverAnswer Whole;
  for (const solver::Query::Symbol &S : E.Q.symbols())
    Whole.Values.push_back(S.Min);
  bool Open = false;
  for (const Part &Of : E.Q.independentParts()) {
    solver::SolverAnswer Decided = decidePart(Of);
    if (Decided.K == solver::SolverAnswer::Kind::Impossible)
      return Decided;
    if (Decided.K == solver::SolverAnswer::Kind::Unknown) {
      Open = true;
      continue;
    }
    std::vector<bool> Needed = E.Q.symbolsIn(Of);
    for (size_t I = 0; I < Whole.Values.size(); ++I)
      if (Needed[I])
        Whole.Values[I] = Decided.Values[I];
  }
  if (!Open && E.Q.holds(Whole.Values).value_or(false))
    Whole.K = solver::SolverAnswer::Kind::Possible;
  return Whole;
}

solver::SolverAnswer PairDecision::decide() {
  solver::SolverAnswer Result =
      search(E.Q, Starts, Budget.SearchSteps / QuickPart);
  if (!isKnown(Result))
    Result = decideParts();
  if (Result.K != solver::SolverAnswer::Kind::Possible)
    return Result;
  const unsigned Most = Budget.SearchSteps / QuickPartOfAll;
  unsigned Left = Most;
  Result.Values = solver::smallerWitness(E.Q, std::move(Result.Values),
                                         readingOrder(E), Left);
  Spent += Most - Left;
  return Result;
}

//===----------------------------------------------------------------------===//
// Questions that were answered before
//===----------------------------------------------------------------------===//

namespace {

/// Answers to all questions of a unit, by their numbers. Accesses that a loop
/// unrolled into repeat themselves, and so do instances of a template. Looked
/// up, never iterated.
struct PairAnswers {
  struct Kept {
    solver::SolverAnswer Found;
    /// What an answer that is not known has cost at most.
    uint64_t SolverSteps = 0;
  };
  std::unordered_map<uint64_t, Kept> Known;
};

} // namespace

/// A number for all that the answer depends on.
static uint64_t numberOf(const EncodedPair &E) {
  uint64_t Number = E.CoreSize;
  auto Add = [&](uint64_t With) { Number = llvm::stable_hash_combine(Number, With); };
  auto AddBound = [&](std::optional<int64_t> Bound) {
    Add(Bound.has_value());
    Add(Bound.value_or(0));
  };
  for (const solver::Query::Expression &Part : E.Q.expressions()) {
    Add(uint64_t(Part.Kind) * 4 + Part.Signed * 2 + Part.IsTruth);
    Add(uint64_t(Part.Value));
    Add(Part.Operands.size());
    for (solver::Query::Ref Operand : Part.Operands)
      Add(Operand);
    AddBound(Part.Min);
    AddBound(Part.Max);
  }
  for (const solver::Query::Symbol &S : E.Q.symbols()) {
    Add(uint64_t(S.Min));
    Add(uint64_t(S.Max));
    Add(S.At);
  }
  for (solver::Query::Ref Truth : E.Q.requirements())
    Add(Truth);
  // Where the search starts.
  for (const auto &[Symbol, Index] : E.Writer.symbols()) {
    const twothreads::SymbolInfo &Info = E.Symbols.info(Symbol);
    Add(uint64_t(Index) * 64 + uint64_t(Info.K) * 4 + Info.Thread);
    if (Info.K == twothreads::SymbolInfo::Kind::Position)
      for (char C : Info.Meaning)
        Add(uint64_t(C));
  }
  return Number;
}

solver::SolverAnswer decidePair(const EncodedPair &E, solver::Solver &Decider,
                                bool MayAsk, const KernelFacts &Facts) {
  const Budgets &Budget = Facts.budgets();
  PairAnswers::Kept &Known =
      Facts.code().notes<PairAnswers>().Known[numberOf(E)];
  uint64_t SolverSteps = MayAsk ? Budget.SolverStepsOfQuery : 0;
  const Limits &Within = Facts.limits();
  auto CountOfSolver = [&] {
    Within.cut(!MayAsk ? BudgetId::RaceQueries
               : Decider.steps() < Budget.SolverSteps
                   ? BudgetId::SolverStepsOfQuery
                   : BudgetId::SolverSteps);
  };
  if (isKnown(Known.Found))
    return Known.Found;
  if (Known.SolverSteps > SolverSteps) {
    CountOfSolver();
    return Known.Found;
  }
  PairDecision Decision(E, Decider, MayAsk, Budget);
  solver::SolverAnswer Result = Decision.decide();
  Facts.work().spend(Decision.steps() / EvaluationsPerStep);
  // The solver may have run out of steps before this.
  if (!isKnown(Result)) {
    CountOfSolver();
    for (BudgetId Id : Decision.usedUp())
      Within.cut(Id);
  }
  if (isKnown(Result) || Decider.steps() < Budget.SolverSteps)
    Known = {Result, SolverSteps + 1};
  return Result;
}

} // namespace warplint::races
