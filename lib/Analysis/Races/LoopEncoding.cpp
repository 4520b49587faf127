//===--- LoopEncoding.cpp - Variables that loops change ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Facts/KernelLoops.h"
#include "Analysis/Races/ThreadEncoding.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Variables that change
//===----------------------------------------------------------------------===//

/// What \p Phi holds when step \p Step runs: set at this step, or on the way
/// here, or before the interval started.
EncodedValue ThreadEncoding::phiAt(const Term *Phi, unsigned Step) {
  auto Home = FirstSteps.find(cast<PhiTerm>(Phi)->node());
  if (Step == Before || Home == FirstSteps.end())
    return before(Phi);
  if (Home->second == Step)
    return define(Phi, Step);
  const IntervalStep &At = Of.Steps[Step];
  if (At.From.empty())
    return before(Phi);
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : At.From) {
    EncodedValue Value = alongEdge(encode(Phi, Edge.From), Edge);
    Ways.push_back({wayTaken(Edge, Step), Value});
  }
  return merge(Ways, Phi);
}

/// \p Value for those who take \p Edge: a flag that the edge asks to be unset
/// is 0.
EncodedValue ThreadEncoding::alongEdge(EncodedValue Value,
                                       const IntervalStep::Edge &Edge) {
  if (Value.Root || Value.Value->isConstant())
    return Value;
  const Term *Taken = armTaken(*Of.Steps[Edge.From].At, Edge.Arm, Edge.From);
  return Taken == Symbols.logicalNot(Value.Value) ? number(number(0)) : Value;
}

/// The value that arrives at the join along the edges of the interval that do
/// not go around a loop.
EncodedValue ThreadEncoding::firstOf(const Term *Phi, unsigned Step) {
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : Of.Steps[Step].From) {
    const Node *From = Of.Steps[Edge.From].At;
    for (const Incoming &I : Values.incoming(Phi)) {
      if (I.From != From)
        continue;
      Ways.push_back({wayTaken(Edge, Step),
                      alongEdge(encode(I.Held.Value, Edge.From), Edge)});
      break;
    }
  }
  return merge(Ways, Phi);
}

/// A barrier stands in the loop from \p Head to \p Latch.
bool ThreadEncoding::holdsBarrier(const Node &Head, const Node &Latch) {
  auto [Found, New] = WithBarrier.try_emplace(&Head, false);
  if (!New)
    return Found->second;
  bool Result = false;
  llvm::SmallPtrSet<const Node *, 32> Seen{&Head, &Latch};
  llvm::SmallVector<const Node *, 32> Work{&Latch};
  auto Look = [&](const Node &N) {
    Result |= llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  };
  Look(Head);
  while (!Work.empty() && !Result) {
    const Node *N = Work.pop_back_val();
    Look(*N);
    for (const Node *Before : N->predecessors())
      if (Seen.insert(Before).second)
        Work.push_back(Before);
  }
  return WithBarrier[&Head] = Result;
}

/// \p At is the head of the loop that changes \p Phi, and threads run through
/// it as they like. A loop with a barrier comes back without passing it only in
/// rounds that skip the barrier; the first time here stands for those.
bool ThreadEncoding::isFreeLoopOf(const Term *Phi, const IntervalStep &At) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop || !At.isLoopHead())
    return At.isLoopHead();
  auto ComesBack = [&](unsigned From) {
    return Of.Steps[From].At == Loop->Latch;
  };
  return llvm::any_of(At.Back, ComesBack) &&
         !holdsBarrier(*At.At, *Loop->Latch);
}

EncodedValue ThreadEncoding::define(const Term *Phi, unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  EncodedValue First = firstOf(Phi, Step);
  if (!isFreeLoopOf(Phi, At))
    return First;
  return loopValue(Phi, First, Symbols.rounds(*At.At, Thread), Step);
}

/// The start of the interval lies in the loop of \p Head.
bool ThreadEncoding::isInside(const Node &Head) const {
  return Of.Start &&
         Symbols.facts().get<KernelLoops>().contains(Head, *Of.Start->At);
}

EncodedValue ThreadEncoding::before(const Term *Phi) {
  if (const Induction *Loop = Values.inductions().find(Phi)) {
    // Threads that meet at a barrier in a loop are in the same round; after a
    // loop they have made the same number if they agree on it.
    bool Together = isInside(Loop->head()) || isUniform(Phi);
    return loopValue(Phi, encode(Loop->First, Before),
                     Symbols.rounds(Loop->head(), Together ? 0 : Thread),
                     Before);
  }
  return chosenBefore(Phi);
}

/// A join of two values, one from each arm of a branch.
EncodedValue ThreadEncoding::chosenBefore(const Term *Phi) {
  llvm::ArrayRef<Incoming> From = Values.incoming(Phi);
  const Node *Join = cast<PhiTerm>(Phi)->node();
  const FlowView &View = Symbols.facts().paths();
  if (From.size() != 2)
    return computeUnknown(Phi, Before);
  const Node *Chooser = nullptr;
  std::optional<unsigned> First;
  for (const Node *Branch : Symbols.facts().uniformity().choosers(Phi)) {
    if (Branch->successors().size() != 2 || !Branch->Branch ||
        isa_and_nonnull<SwitchStmt>(Branch->terminator()) ||
        !View.contains(*Branch) || !View.dominates(*Branch, *Join))
      continue;
    auto ArmOf = [&](const Incoming &I) -> std::optional<unsigned> {
      if (I.From != Branch)
        return View.armTo(*Branch, *I.From);
      return Branch->successors()[0] == Join ? 0 : 1;
    };
    auto One = ArmOf(From[0]), Other = ArmOf(From[1]);
    if (!One || !Other || *One == *Other)
      continue;
    Chooser = Branch;
    First = One;
    break;
  }
  if (!Chooser)
    return computeUnknown(Phi, Before);
  const Incoming &True = From[*First == 0 ? 0 : 1],
                 &False = From[*First == 0 ? 1 : 0];
  const Term *Taken = armTaken(*Chooser, 0, Before);
  EncodedValue Else = encode(False.Held.Value, Before);
  // A flag that is looked at and not set.
  if (!Else.Root && Taken == Symbols.logicalNot(Symbols.logicalNot(Else.Value)))
    Else = number(number(0));
  Way Ways[] = {{Taken, encode(True.Held.Value, Before)}, {number(1), Else}};
  return merge(Ways, Phi);
}

/// The same amount in each round; null if it is not known to be.
const Term *ThreadEncoding::stepOf(const Term *Phi, EncodedValue First,
                                   unsigned Step) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop)
    return nullptr;
  Memo Fresh;
  Memo *Outer = Current;
  Current = &Fresh;
  Assumed[Phi] = {Symbols.probe(), First.Root};
  EncodedValue After = encode(Loop->Next, Step);
  Assumed.erase(Phi);
  Current = Outer;
  if (After.Root != First.Root)
    return nullptr;
  const Term *Amount =
      Symbols.terms().binary(BO_Sub, After.Value, Symbols.probe());
  SymbolSet Used;
  Symbols.collect(Amount, Used);
  for (const Term *Symbol : Used) {
    auto Kind = Symbols.info(Symbol).K;
    if (Symbol == Symbols.probe() || (Kind != SymbolInfo::Kind::Position &&
                                      Kind != SymbolInfo::Kind::Parameter &&
                                      Kind != SymbolInfo::Kind::Pitch))
      return nullptr;
  }
  return Amount;
}

/// A variable that every round divides by a power of two, from a value that is
/// not negative: it is shifted by as much as there were rounds.
std::optional<EncodedValue> ThreadEncoding::halved(const Term *Phi,
                                                   EncodedValue First,
                                                   const Term *Rounds) {
  static constexpr int64_t MostShift = 31; // What is left of an int is 0.
  const Induction *Of = Values.inductions().find(Phi);
  if (!Of || Of->K != Induction::Kind::Divided || First.Root ||
      !llvm::isPowerOf2_64(uint64_t(Of->Factor)))
    return std::nullopt;
  TermArena &Arena = Symbols.terms();
  TermArena::Range Bounds = Arena.rangeOf(First.Value);
  if (!Bounds.Min || *Bounds.Min < 0)
    return std::nullopt;
  // How far it can be halved depends on where it starts: what another loop left
  // is known to that loop only, and 0 need not be among its values.
  SymbolSet Used;
  Symbols.collect(First.Value, Used);
  for (const Term *Symbol : Used) {
    const SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.K == SymbolInfo::Kind::Data || Info.K == SymbolInfo::Kind::Elected)
      return std::nullopt;
    // Rounds of a loop around this one are those of this very round.
    if (Info.K == SymbolInfo::Kind::Rounds && Info.Loop &&
        !Symbols.facts().get<KernelLoops>().contains(
            *Info.Loop, *cast<PhiTerm>(Phi)->node()))
      return std::nullopt;
  }
  int64_t Bits = llvm::Log2_64(uint64_t(Of->Factor));
  Symbols.addFact(Rounds,
                  Arena.binary(BO_LE, Rounds, number(MostShift / Bits)));
  return number(Arena.binary(BO_Shr, First.Value,
                             Arena.binary(BO_Mul, Rounds, number(Bits))));
}

EncodedValue ThreadEncoding::loopValue(const Term *Phi, EncodedValue First,
                                       const Term *Rounds, unsigned Step) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop)
    return computeUnknown(Phi, Before);
  if (const Term *Amount = stepOf(Phi, First, Step)) {
    TermArena &Arena = Symbols.terms();
    return {
        Arena.binary(BO_Add, First.Value, Arena.binary(BO_Mul, Amount, Rounds)),
        First.Root};
  }
  if (!First.Root && First.Value->isConstant())
    if (auto Value = listed(Phi, Rounds, Step))
      return *Value;
  if (auto Value = halved(Phi, First, Rounds))
    return *Value;
  // Which of its values a variable has is known only if the loop asks for it.
  const Term *Asked = Loop->head().Branch;
  if (First.Root || !Asked || !mentions(Asked, Phi))
    return computeUnknown(Phi, Before);
  if (auto List = valuesOf(Phi))
    return number(
        Symbols.oneOf(Phi, Symbols.info(Rounds).Thread, First.Value, *List));
  return computeUnknown(Phi, Before);
}

//===----------------------------------------------------------------------===//
// Loops whose rounds can be listed
//===----------------------------------------------------------------------===//

static constexpr unsigned MaxListed = 64;
/// A variable that has grown beyond an int is not followed any further.
static constexpr int64_t MaxListedValue = int64_t(1) << 31;

/// Runs the variables of \p List from \p First until they repeat. Variables
/// whose next value is no number end up in \p Failed.
bool ThreadEncoding::simulate(Listing &List, llvm::ArrayRef<int64_t> First,
                              unsigned Step,
                              std::vector<const Term *> &Failed) {
  List.Rounds.assign(1, First.vec());
  while (List.Rounds.size() < MaxListed) {
    Memo Fresh;
    Memo *Outer = Current;
    Current = &Fresh;
    for (auto [Phi, Value] : llvm::zip(List.Of, List.Rounds.back()))
      Assumed[Phi] = number(number(Value));
    std::vector<int64_t> Next;
    bool Ended = false;
    for (const Term *Phi : List.Of) {
      EncodedValue After = encode(Values.inductions().find(Phi)->Next, Step);
      std::optional<int64_t> Number = After.number();
      if (!Number)
        Failed.push_back(Phi);
      else if (std::abs(*Number) >= MaxListedValue)
        Ended = true;
      else
        Next.push_back(*Number);
    }
    for (const Term *Phi : List.Of)
      Assumed.erase(Phi);
    Current = Outer;
    if (!Failed.empty())
      return false;
    if (Ended)
      return true;
    auto Seen = llvm::find(List.Rounds, Next);
    if (Seen != List.Rounds.end()) {
      List.Repeats = Seen == List.Rounds.begin();
      return true;
    }
    List.Rounds.push_back(std::move(Next));
  }
  return true;
}

/// \p T with \p Value for \p Phi, if that makes it a number.
std::optional<int64_t> ThreadEncoding::valueWith(const Term *T, const Term *Phi,
                                                 int64_t Value) {
  Memo Fresh;
  Memo *Outer = Current;
  Current = &Fresh;
  Assumed[Phi] = number(number(Value));
  EncodedValue Result = encode(T, Before);
  Assumed.erase(Phi);
  Current = Outer;
  return Result.number();
}

/// All values that \p Phi can take, in whatever round: a variable that starts
/// from a number, or from a function of one such variable of an outer loop.
std::optional<ValueList> ThreadEncoding::valuesOf(const Term *Phi) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop || !Enumerating.insert(Phi).second)
    return std::nullopt;
  auto Leave = llvm::make_scope_exit([&] { Enumerating.erase(Phi); });
  const Term *Outer = nullptr;
  bool IsOfOne = walkTerms(Loop->First, [&](const Term &T, TermList &Instead) {
    if (!isa<PhiTerm>(T))
      return Walk::Enter;
    const Term *Only = Values.resolved(&T);
    if (!isa<PhiTerm>(Only)) {
      Instead.push_back(Only);
      return Walk::Enter;
    }
    if (Outer && Outer != Only)
      return Walk::Stop;
    Outer = Only;
    return Walk::Skip;
  });
  if (!IsOfOne)
    return std::nullopt;
  ValueList Found;
  std::vector<int64_t> Starts = {0};
  if (Outer) {
    auto Known = valuesOf(Outer);
    if (!Known)
      return std::nullopt;
    Starts = Known->Values;
  }
  auto Add = [&](int64_t Value) {
    if (std::abs(Value) < MaxListedValue &&
        !llvm::is_contained(Found.Values, Value))
      Found.Values.push_back(Value);
    return Found.Values.size() <= MaxListed;
  };
  for (int64_t Start : Starts) {
    auto Value = valueWith(Loop->First, Outer ? Outer : Phi, Start);
    if (!Value || !Add(*Value))
      return std::nullopt;
  }
  for (size_t I = 0; I < Found.Values.size(); ++I) {
    int64_t Value = Found.Values[I];
    auto Next = valueWith(Loop->Next, Phi, Value);
    if (!Next || !Add(*Next))
      return std::nullopt;
    Found.Falls &= *Next <= Value;
    Found.Rises &= *Next >= Value;
  }
  if (Found.Values.empty())
    return std::nullopt;
  return Found;
}

const ThreadEncoding::Listing &ThreadEncoding::listingAt(const Node &Head,
                                                         unsigned Step) {
  auto [Found, New] = Listings.try_emplace({Head.id(), Step});
  if (!New)
    return Found->second;
  std::vector<const Term *> Candidates;
  std::vector<int64_t> First;
  for (const Term *Phi : Symbols.joinsAt(Head)) {
    const Induction *Loop = Values.inductions().find(Phi);
    if (!Loop)
      continue;
    EncodedValue Value =
        Step == Before ? encode(Loop->First, Before) : firstOf(Phi, Step);
    std::optional<int64_t> Number = Value.number();
    if (!Number)
      continue;
    Candidates.push_back(Phi);
    First.push_back(*Number);
  }
  Listing List;
  while (!Candidates.empty()) {
    std::vector<const Term *> Failed;
    List.Of = Candidates;
    if (simulate(List, First, Step, Failed))
      break;
    for (const Term *Phi : Failed) {
      size_t I = llvm::find(Candidates, Phi) - Candidates.begin();
      Candidates.erase(Candidates.begin() + I);
      First.erase(First.begin() + I);
    }
    List = {};
  }
  return Listings[{Head.id(), Step}] = std::move(List);
}

std::optional<EncodedValue>
ThreadEncoding::listed(const Term *Phi, const Term *Rounds, unsigned Step) {
  const Listing &List = listingAt(*cast<PhiTerm>(Phi)->node(), Step);
  auto Position = llvm::find(List.Of, Phi);
  if (Position == List.Of.end())
    return std::nullopt;
  size_t Column = Position - List.Of.begin();
  TermArena &Arena = Symbols.terms();
  int64_t Count = List.Rounds.size();
  const Term *Round = Rounds;
  if (List.Repeats)
    Round = Arena.binary(BO_Rem, Rounds, number(Count));
  else
    Symbols.addFact(Rounds, Arena.binary(BO_LT, Rounds, number(Count)));
  const Term *Value = number(List.Rounds.back()[Column]);
  for (int64_t I = Count - 2; I >= 0; --I)
    Value = Arena.select(Arena.binary(BO_EQ, Round, number(I)),
                         number(List.Rounds[I][Column]), Value);
  return number(Value);
}

} // namespace warplint
