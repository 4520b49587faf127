//===--- ConditionalCounters.cpp - Loops that count on under tests --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"
#include "llvm/ADT/SetVector.h"
#include <utility>

using namespace clang;

namespace warplint::twothreads {

/// How many iterations the loop of \p Head makes at most, which may be less
/// than none; null if its condition does not say it. If not \p IsOrdered, by a
/// variable that goes on by one until it is what ends the loop (`while (n--)`,
/// `i != end`): less than none where it starts behind that.
const Term *ThreadEncoding::maxTripCount(const Node &Head, unsigned Step,
                                         bool IsOrdered) {
  auto Count = Symbols.facts().evolution().countedBy(Head);
  EncodedValue Room = Count && Count->IsOrdered == IsOrdered
                          ? encode(Count->Room, Step)
                          : EncodedValue();
  if (!Room.Value || Room.Root)
    return nullptr;
  TermArena &Arena = Symbols.terms();
  return Arena.binary(BO_Div,
                      Arena.binary(BO_Add, Room.Value, number(Count->Step - 1)),
                      number(Count->Step));
}

/// What \p Phi stays below (\p Up) or above if \p Test is \p Holds; null if no
/// part of it says that.
static const Term *limitBy(const Term *Test, bool Holds, const Term *Phi,
                           bool Up, TermArena &Arena) {
  for (const ConditionPart &Part : partsOf(Test, Holds)) {
    BoundedNumber Says = boundedBy(Part, Arena);
    if (!Says.Bounds.Min || Says.Bounds.Max)
      continue;
    const Term *Limit = Arena.binary(Up ? BO_Add : BO_Sub, Phi, Says.Number),
               *Beyond = Arena.constant(1 - *Says.Bounds.Min);
    if (!mentions(Limit, Phi))
      return Arena.binary(Up ? BO_Add : BO_Sub, Limit, Beyond);
  }
  return nullptr;
}

/// The limit of the variable \p Phi by a test in its loop that all iterations
/// through \p From pass (`if (k < 8) slots[k++]`): an upper one if \p Up, else
/// a lower one. Null if there is none; nothing if the variable is tested there
/// in another form.
std::optional<const Term *>
ThreadEncoding::limitAt(const Node &From, const Term *Phi, bool Up) const {
  const Loops &AllLoops = Symbols.facts().loops();
  const Loop *L = AllLoops.headedBy(*cast<PhiTerm>(Phi)->node());
  if (!L)
    return nullptr;
  bool Unclear = false;
  for (auto [N, Successor] :
       Symbols.facts().evolution().choicesTo(*L->Header, From)) {
    if (N->successors().size() != 2 ||
        isa_and_nonnull<SwitchStmt>(N->terminator()))
      continue;
    const Term *Limit =
        limitBy(N->Branch, Successor == 0, Phi, Up, Symbols.terms());
    if (Limit && AllLoops.isInvariant(Limit, *L))
      return Limit;
    Unclear |= mentions(N->Branch, Phi);
  }
  return Unclear ? std::nullopt : std::optional<const Term *>(nullptr);
}

/// In which iterations of the loop of \p Phi threads come along \p From hangs
/// on a test of what memory holds.
bool ThreadEncoding::isChosenByData(const Node &From, const Term *Phi) const {
  auto Choices =
      Symbols.facts().evolution().choicesTo(*cast<PhiTerm>(Phi)->node(), From);
  return llvm::any_of(Choices, [](const LoopEvolution::Choice &C) {
    return findPart(C.first->Branch,
                    [](const Term &T) { return isa<LoadTerm>(T); });
  });
}

/// The branch that lets the loop of \p Phi go on behind all else in an
/// iteration limits what the iteration leaves: what that stays below (\p Up) or
/// above. Null if it does not say it.
const Term *ThreadEncoding::limitAround(const Term *Phi, bool Up) const {
  const Induction *Of = Values.inductions().find(Phi);
  const Loop *L = Of ? Symbols.facts().loops().headedBy(Of->head()) : nullptr;
  if (!L)
    return nullptr;
  const Node *To = &Of->head(), *From = Of->Latch;
  if (From->successors().size() == 1 && From->predecessors().size() == 1) {
    To = From;
    From = From->predecessors().front();
  }
  if (!From->Branch || From->successors().size() != 2 || !L->contains(*From) ||
      isa_and_nonnull<SwitchStmt>(From->terminator()))
    return nullptr;
  const Term *Limit = limitBy(From->Branch, From->successors()[0] == To,
                              Values.resolved(Of->Next), Up, Symbols.terms());
  return Limit && Symbols.facts().loops().isInvariant(Limit, *L) ? Limit
                                                                 : nullptr;
}

/// \p Path is \p Phi and something added to it.
static bool addsTo(const Term *Phi, const Term *Path) {
  while (const auto *Element = dyn_cast<ElementTerm>(Path))
    Path = Element->base();
  return Path == Phi ||
         (isa<LinearTerm>(Path) && llvm::is_contained(Path->operands(), Phi));
}

/// What \p Path, a value that an iteration leaves, adds to \p Phi; nothing if
/// it is no number.
std::optional<int64_t> ThreadEncoding::addedBy(const Term *Path,
                                               const Term *Phi,
                                               EncodedValue First,
                                               unsigned Step) {
  if (!addsTo(Phi, Path))
    return std::nullopt;
  EncodedValue After;
  {
    Supposition Alone(*this, *cast<PhiTerm>(Phi)->node());
    Alone.probe(Phi, First.Root);
    After = encode(Path, Step);
  }
  const Term *Amount =
      Symbols.terms().binary(BO_Sub, After.Value, Symbols.probe());
  const auto *Number = dyn_cast<ConstantTerm>(Amount);
  if (After.Root != First.Root || !Number)
    return std::nullopt;
  return Number->value();
}

/// All threads of the sharing scope reach \p Join along the same path.
static bool isChosenAlike(const Term *Join, const QuerySymbols &Symbols) {
  const Uniformity &Threads = Symbols.facts().uniformity();
  return llvm::all_of(Threads.choosers(Join), [&](const Node *Branch) {
    return Threads.isUniformBranch(*Branch, Symbols.sharing());
  });
}

/// What iterations of a loop add to \p Phi, some of them nothing or only a part
/// (`if (found) ++n`): multiples of one number, as many as iterations times
/// what one iteration adds at most. Nothing if it is not like that.
std::optional<EncodedValue> ThreadEncoding::counted(const Term *Phi,
                                                    EncodedValue First,
                                                    const Term *Iterations,
                                                    unsigned Step) {
  llvm::SetVector<std::pair<const Term *, const Node *>> Work;
  for (const Incoming &I : Values.incoming(Phi))
    if (Symbols.facts().loops().contains(*cast<PhiTerm>(Phi)->node(), *I.From))
      Work.insert({I.Reaching.Value, I.From});
  int64_t Unit = 0, Most = 0, Least = 0;
  bool ByData = false;
  // Threads in the same iteration that took the same path in each iteration
  // have counted equally often, whatever their initial values.
  bool Alike = Symbols.info(Iterations).Thread == 0;
  llvm::SmallSetVector<const Term *, 2> Limits;
  for (size_t I = 0; I < Work.size(); ++I) {
    if (!Symbols.facts().limits().allows(BudgetId::CounterPaths, Work.size()))
      return std::nullopt;
    auto [Path, From] = Work[I];
    if (const auto *Choice = dyn_cast<SelectTerm>(Path)) {
      Alike &= isUniform(Choice->condition());
      Work.insert({Choice->ifTrue(), From});
      Work.insert({Choice->ifFalse(), From});
      continue;
    }
    if (Path != Phi && isa<PhiTerm>(Path)) {
      Alike &= isChosenAlike(Path, Symbols);
      for (const Incoming &Before : Values.incoming(Path))
        Work.insert({Before.Reaching.Value, Before.From});
      continue;
    }
    std::optional<int64_t> Amount = addedBy(Path, Phi, First, Step);
    if (!Amount || !base::absolute(*Amount))
      return std::nullopt;
    Unit = std::gcd(Unit, *Amount);
    Most = std::max(Most, *Amount);
    Least = std::min(Least, *Amount);
    if (*Amount == 0)
      continue;
    auto Limit = limitAt(*From, Phi, *Amount > 0);
    if (!Limit || (*Limit && First.Root))
      return std::nullopt;
    Limits.insert(*Limit);
    ByData |= !*Limit && isChosenByData(*From, Phi);
  }
  if (!Unit || (Most > 0 && Least < 0))
    return std::nullopt;
  TermArena &Arena = Symbols.terms();
  int64_t Sign = Most > 0 ? 1 : -1, PerIteration = (Most - Least) / Unit;
  const Term *Count = Symbols.countOf(Phi, Alike || isUniform(Phi) ? 0 : Thread,
                                      Iterations, PerIteration, ByData);
  const Term *Value = Arena.binary(
      BO_Add, First.Value, Arena.binary(BO_Mul, Count, number(Sign * Unit)));
  const Term *Fits = number(1);
  if (const Term *All = maxTripCount(*cast<PhiTerm>(Phi)->node(), Step))
    Fits = Arena.binary(BO_LE, Count,
                        Arena.binary(BO_Mul, All, number(PerIteration)));
  if (Limits.size() == 1 && Limits[0]) {
    // The last of them was added within the limit.
    const Term *Last = Arena.binary(BO_Sub, Value, number(Most + Least)),
               *Limit = encode(Limits[0], Step).Value;
    Fits =
        Symbols.logicalAnd(Fits, Sign > 0 ? Arena.binary(BO_LT, Last, Limit)
                                          : Arena.binary(BO_LT, Limit, Last));
  }
  const Term *Around = limitAround(Phi, Sign > 0);
  if (Around && !First.Root) {
    const Term *Limit = encode(Around, Step).Value;
    Fits =
        Symbols.logicalAnd(Fits, Arena.binary(BO_LT, Sign > 0 ? Value : Limit,
                                              Sign > 0 ? Limit : Value));
  }
  if (!First.Root && (Around || (Limits.size() == 1 && Limits[0])))
    Counters[{Phi, Iterations}] = Count;
  if (!Fits->isConstant())
    Symbols.addFact(
        Count, Symbols.logicalOr(Arena.binary(BO_EQ, Count, number(0)), Fits));
  return EncodedValue{Value, First.Root};
}

/// What some variables of a loop are at the end of one path through an
/// iteration.
using PathAround = llvm::SmallVector<const Term *, 4>;

/// Where paths come together that give \p Value, a choice inside of \p L.
static const PhiTerm *choiceIn(const Term *Value, const Loop &L) {
  const auto *Join = dyn_cast<PhiTerm>(Value);
  return Join && Join->node() != L.Header && L.contains(*Join->node())
             ? Join
             : nullptr;
}

/// All paths through an iteration of \p L that end with \p Last, distinguished
/// by phis; empty if there are too many.
static std::vector<PathAround>
pathsAround(const PathAround &Last, const Loop &L, const Evaluation &Values) {
  std::vector<PathAround> Work{Last}, Result;
  unsigned Found = 0;
  while (!Work.empty()) {
    PathAround Path = std::move(Work.back());
    Work.pop_back();
    auto Choice = llvm::find_if(
        Path, [&](const Term *Value) { return choiceIn(Value, L); });
    if (!Values.limits().allows(BudgetId::CounterPaths, ++Found))
      return {};
    if (Choice == Path.end()) {
      Result.push_back(std::move(Path));
      continue;
    }
    const Node *Join = cast<PhiTerm>(*Choice)->node();
    for (const Incoming &Arrives : Values.incoming(*Choice)) {
      PathAround Earlier = Path;
      for (const Term *&Value : Earlier) {
        const PhiTerm *Other = choiceIn(Value, L);
        if (!Other || Other->node() != Join)
          continue;
        for (const Incoming &I : Values.incoming(Other))
          if (I.From == Arrives.From)
            Value = I.Reaching.Value;
      }
      Work.push_back(std::move(Earlier));
    }
  }
  return Result;
}

/// Where each path through an iteration of the loop of \p Phi counts on a
/// variable that a test limits, there are at most as many iterations as those
/// count.
void ThreadEncoding::boundIterations(const Term *Phi, const Term *Iterations,
                                     unsigned Step) {
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  const Loop *L = Symbols.facts().loops().headedBy(Head);
  if (!L || !Assumed.empty() || !Bounded.insert(Step).second ||
      maxTripCount(Head, Step))
    return;
  if (const Term *Most = maxTripCount(Head, Step, /*IsOrdered=*/false)) {
    TermArena &Arena = Symbols.terms();
    Symbols.addFact(Iterations,
                    Symbols.logicalOr(Arena.binary(BO_LT, Most, number(0)),
                                      Arena.binary(BO_LE, Iterations, Most)));
  }
  std::vector<const Term *> Counted;
  PathAround Last;
  TermArena &Arena = Symbols.terms();
  const Term *Sum = number(0);
  for (const Term *Other : Values.joins().phisAt(Head)) {
    if (Other != Phi)
      encode(Other, Step);
    const Induction *Of = Values.inductions().find(Other);
    auto Count = Counters.find({Other, Iterations});
    if (!Of || Count == Counters.end())
      continue;
    Counted.push_back(Other);
    Last.push_back(Of->Next);
    Sum = Arena.binary(BO_Add, Sum, Count->second);
  }
  if (Counted.empty())
    return;
  std::vector<PathAround> Paths = pathsAround(Last, *L, Values);
  bool AllCount = !Paths.empty() && llvm::all_of(Paths, [&](const auto &Path) {
    for (auto [Variable, Value] : llvm::zip(Counted, Path))
      if (addedBy(Value, Variable, firstOf(Variable, Step), Step).value_or(0))
        return true;
    return false;
  });
  if (AllCount)
    Symbols.addFact(Iterations, Arena.binary(BO_LE, Iterations, Sum));
}

} // namespace warplint::twothreads
