//===--- LoopEncoding.cpp - Variables that loops change ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint::twothreads {

//===----------------------------------------------------------------------===//
// Variables that change
//===----------------------------------------------------------------------===//

/// What \p Phi holds when step \p Step runs: set at this step, or on the path
/// here, or before the interval started.
EncodedValue ThreadEncoding::phiAt(const Term *Phi, unsigned Step) {
  // By the values that are assumed of a loop's variables.
  if (!Assumed.empty())
    if (const Term *Comes = arriving(
            *cast<PhiTerm>(Phi), Symbols.facts().paths(), Values,
            [&](const Node &At) { return decidedSuccessor(At, Step); }))
      return encode(Comes, Step);
  if (auto Left = leftBehind(Phi, Step))
    return number(number(*Left));
  auto Homes = Versions.firstStepsOf(*cast<PhiTerm>(Phi)->node());
  if (Step == Before || Homes.empty())
    return before(Phi);
  if (llvm::is_contained(Homes, Step))
    return define(Phi, Step);
  const IntervalStep &At = Of.Steps[Step];
  if (At.From.empty())
    return before(Phi);
  llvm::SmallVector<Path, 4> Paths;
  for (const IntervalStep::Edge &Edge : At.From) {
    EncodedValue Value = encode(Phi, Edge.From);
    Paths.push_back({pathTaken(Edge, Step), Value});
  }
  return merge(Paths, Phi);
}

/// The value that arrives at the join along the edges of the interval that do
/// not go around a loop.
EncodedValue ThreadEncoding::firstOf(const Term *Phi, unsigned Step) {
  llvm::SmallVector<Path, 4> Paths;
  for (const IntervalStep::Edge &Edge : Of.Steps[Step].From) {
    const Node *From = Of.Steps[Edge.From].At;
    for (const Incoming &I : Values.incoming(Phi)) {
      if (I.From != From)
        continue;
      auto Left = isa<PhiTerm>(I.Reaching.Value)
                      ? leftBehind(I.Reaching.Value, Step)
                      : std::nullopt;
      Paths.push_back(
          {pathTaken(Edge, Step),
           Left ? number(number(*Left)) : encode(I.Reaching.Value, Edge.From)});
      break;
    }
  }
  return merge(Paths, Phi);
}

/// A barrier stands in the loop from \p Head to \p Latch.
bool ThreadEncoding::holdsBarrier(const Node &Head, const Node &Latch) {
  auto [Found, New] = WithBarrier.try_emplace(&Head, false);
  if (!New)
    return Found->second;
  bool Result = false;
  Worklist<Node> Work{&Latch};
  Work.bar(&Head);
  auto Look = [&](const Node &N) {
    Result |= llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  };
  Look(Head);
  while (const Node *N = Result ? nullptr : Work.next()) {
    Look(*N);
    Work.addAll(N->predecessors());
  }
  return WithBarrier[&Head] = Result;
}

/// \p At is the head of the loop that changes \p Phi, and threads run through
/// it as they like. A loop with a barrier comes back without passing it only in
/// iterations that skip the barrier; the first time here stands for those.
bool ThreadEncoding::isFreeLoopOf(const Term *Phi, const IntervalStep &At) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop || !At.isLoopHead())
    return At.isLoopHead();
  auto IsBack = [&](unsigned From) { return Of.Steps[From].At == Loop->Latch; };
  return llvm::any_of(At.Back, IsBack) && !holdsBarrier(*At.At, *Loop->Latch);
}

/// The operation passes on bits of its operands, whatever their values are.
static bool isMix(const Term &T) {
  if (const auto *Both = dyn_cast<BinaryTerm>(&T))
    return BinaryOperator::isBitwiseOp(Both->opcode()) ||
           BinaryOperator::isShiftOp(Both->opcode()) ||
           BinaryOperator::isAdditiveOp(Both->opcode());
  if (const auto *One = dyn_cast<UnaryTerm>(&T))
    return One->opcode() != UO_LNot;
  return isa<LinearTerm, NarrowTerm>(T);
}

/// \p T is made of what memory holds, or of what a function makes that is not
/// followed: no more is known of it than of that.
bool ThreadEncoding::mixesData(const Term *T) {
  auto [Known, New] = MixData.try_emplace(T, false);
  if (New)
    Known->second = !walkTerms(T, [&](const Term &Part) {
      if (isa<LoadTerm, ResultTerm>(Part) ||
          (isa<OpaqueTerm>(Part) && !Symbols.peerPlace(&Part)))
        return Walk::Stop;
      return isMix(Part) ? Walk::Enter : Walk::Skip;
    });
  return Known->second;
}

/// Each iteration of a loop makes \p Phi from data, and the loop does not ask
/// for it: nothing would give its values.
bool ThreadEncoding::isOfData(const Term *Phi) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop || !mixesData(Loop->Next))
    return false;
  const Term *Asked = Loop->head().Branch;
  return !Asked || !mentions(Asked, Phi);
}

EncodedValue ThreadEncoding::define(const Term *Phi, unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  bool IsFree = isFreeLoopOf(Phi, At), OfData = IsFree && isOfData(Phi);
  EncodedValue First = OfData ? EncodedValue() : firstOf(Phi, Step);
  if (!IsFree)
    return afterFreeIterations(Phi, First, Step).value_or(First);
  const Term *Iterations = Symbols.iterations(*At.At, Thread, At.Anew);
  EncodedValue Result = OfData ? computeUnknown(Phi, Before)
                               : loopValue(Phi, First, Iterations, Step);
  boundIterations(Phi, Iterations, Step);
  return Result;
}

/// The start of the interval lies in the loop of \p Head.
bool ThreadEncoding::isInside(const Node &Head) const {
  return Of.Start && Symbols.facts().loops().contains(Head, *Of.Start->At);
}

/// The loops around that of \p Head in whose iterations values are looked at;
/// what others leave is known there, too.
ThreadEncoding::Heads ThreadEncoding::iterationsAround(const Node &Head) const {
  Heads Result;
  for (const Node *Outer : InIteration)
    if (Outer != &Head && Symbols.facts().loops().contains(*Outer, Head))
      Result.insert(Outer);
  return Result;
}

EncodedValue ThreadEncoding::before(const Term *Phi) {
  const Loop *L = Symbols.facts().loops().headedBy(*cast<PhiTerm>(Phi)->node());
  const Term *First =
      L ? Symbols.facts().evolution().firstValue(*Phi, *L) : nullptr;
  if (!First)
    return chosenBefore(Phi);
  if (isOfData(Phi))
    return computeUnknown(Phi, Before);
  const Node &Head = *cast<PhiTerm>(Phi)->node();
  // Threads that meet at a barrier in a loop are in the same iteration; after a
  // loop they have made the same number if they agree on it.
  bool Inside = isInside(Head), Together = Inside || isUniform(Phi);
  // The interval may run the loop once more: those are other iterations.
  bool IsRunAgain = !Inside && !Versions.firstStepsOf(Head).empty();
  const Term *Iterations = Symbols.iterations(Head, Together ? 0 : Thread,
                                              IsRunAgain ? &Head : nullptr);
  EncodedValue Started = encode(First, Before);
  const Term *Made = Inside ? nullptr : iterationsMade(Head);
  if (const auto *Number = dyn_cast_or_null<ConstantTerm>(Made)) {
    if (const Term *Amount = stepOf(Phi, Started, Before)) {
      TermArena &Arena = Symbols.terms();
      return {Arena.binary(BO_Add, Started.Value,
                           Arena.binary(BO_Mul, Amount, Made)),
              Started.Root};
    }
    if (auto Value = afterIterations(Phi, Number->value()))
      return *Value;
  }
  if (Made && !(Together && Symbols.ownerOf(Made)))
    Symbols.addFact(Iterations,
                    Symbols.terms().binary(BO_EQ, Iterations, Made));
  return loopValue(Phi, Started, Iterations, Before);
}

/// The condition that \p Branch is left for the one of its successors that is
/// \p Wanted; null if it is not modelled.
const Term *
ThreadEncoding::leftFor(const Node &Branch,
                        llvm::function_ref<bool(const Node &)> Wanted) {
  llvm::ArrayRef<Node *> Next = Branch.successors();
  if (Next.size() == 1)
    return number(1);
  if (Next.size() != 2 || !Branch.Branch ||
      Wanted(*Next[0]) == Wanted(*Next[1]) ||
      isa_and_nonnull<SwitchStmt>(Branch.terminator()))
    return nullptr;
  return takenCondition(Branch, Wanted(*Next[0]) ? 0 : 1, Before);
}

/// A join of values that branches decide between, which the interval does not
/// run.
EncodedValue ThreadEncoding::chosenBefore(const Term *Phi) {
  const Node &Join = *cast<PhiTerm>(Phi)->node();
  const KernelFacts &Facts = Symbols.facts();
  const CfgView &View = Facts.paths();
  if (!Facts.limits().allows(BudgetId::JoinNodes,
                             Facts.uniformity().choosers(Phi).size()))
    return computeUnknown(Phi, Before);
  // Nodes by when threads that reach the join pass them: null if unknown, as
  // where loops decide it.
  Fold<const Node *, const Term *> Passed;
  auto IsPassed = [&](const Node *N, auto &Known) {
    std::optional<const Term *> Any;
    if (!View.contains(*N) || View.dominates(*N, Join))
      return Any = View.contains(*N) ? number(1) : nullptr;
    llvm::ArrayRef<const Node *> Over = View.controls(*N);
    if (!Known.knowsAll(Over))
      return Any;
    // All paths from there pass it.
    auto LeadsHere = [&](const Node &From) {
      const Node *At = &From;
      while (At && At != N && At != &Join)
        At = View.joinOf(*At);
      return At == N;
    };
    Any = number(0);
    for (const Node *Branch : Over) {
      const Term *Comes = *Known.of(Branch),
                 *Left = Comes ? leftFor(*Branch, LeadsHere) : nullptr;
      if (!Left)
        return Any = nullptr;
      Any = Symbols.logicalOr(*Any, Symbols.logicalAnd(Comes, Left));
    }
    return Any;
  };
  auto IsJoin = [&](const Node &N) { return &N == &Join; };
  llvm::SmallVector<Path, 4> Paths;
  for (const Incoming &I : Values.incoming(Phi)) {
    const Term *Comes = Passed.run(I.From, IsPassed),
               *Left = Comes ? leftFor(*I.From, IsJoin) : nullptr;
    if (!Left)
      return computeUnknown(Phi, Before);
    Paths.push_back(
        {Symbols.logicalAnd(Comes, Left), encode(I.Reaching.Value, Before)});
  }
  // A flag that is looked at and not set.
  for (Path &Each : Paths)
    if (!Each.Value.Root &&
        Each.Condition == Symbols.logicalNot(Each.Value.Value))
      Each.Value = number(number(0));
  return merge(Paths, Phi);
}

/// The amount by which each iteration changes \p Phi; null if it is unknown or
/// not constant. An amount that depends on another variable of a loop is not
/// constant, even if that variable has an assumed value.
const Term *ThreadEncoding::stepOf(const Term *Phi, EncodedValue First,
                                   unsigned Step) {
  const Induction *Loop = Values.inductions().find(Phi);
  if (!Loop || mixesData(Loop->Next))
    return nullptr;
  auto [Known, New] = Numbered->Steps.try_emplace(
      StepKey{Phi, First.Root, Step, iterationsAround(Loop->head())}, nullptr);
  if (!New)
    return Known->second;
  EncodedValue After;
  {
    // What is being encoded may be part of the next value (`j = i + 1` beside
    // `++i`).
    llvm::SaveAndRestore Anew(InProgress, decltype(InProgress)());
    Supposition Alone(*this, Loop->head());
    Alone.dropProbes();
    Alone.probe(Phi, First.Root);
    After = encode(Symbols.facts().evolution().next(*Loop), Step);
  }
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
  return Known->second = Amount;
}

/// A variable that every iteration divides by a power of two, from a value that
/// is not negative: it is shifted by as much as there were iterations.
std::optional<EncodedValue> ThreadEncoding::halved(const Term *Phi,
                                                   EncodedValue First,
                                                   const Term *Iterations) {
  static constexpr int64_t LargestShift = 31; // What is left of an int is 0.
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
    // An iteration number of an outer loop is that of the current iteration.
    if (Info.K == SymbolInfo::Kind::Iterations && Info.Loop &&
        !Symbols.facts().loops().contains(*Info.Loop,
                                          *cast<PhiTerm>(Phi)->node()))
      return std::nullopt;
  }
  int64_t Bits = llvm::Log2_64(uint64_t(Of->Factor));
  Symbols.addFact(Iterations,
                  Arena.binary(BO_LE, Iterations, number(LargestShift / Bits)));
  return number(Arena.binary(BO_Shr, First.Value,
                             Arena.binary(BO_Mul, Iterations, number(Bits))));
}

/// A variable that takes a few values one after the other, or as what the
/// kernel is given decides.
std::optional<EncodedValue> ThreadEncoding::turned(const Term *Phi,
                                                   EncodedValue First,
                                                   const Term *Iterations) {
  std::optional<int64_t> Start = First.number();
  auto Turned = Start ? turnedValues(*Values.inductions().find(Phi), *Start,
                                     Symbols.facts().evolution())
                      : std::nullopt;
  // Longer rings are listed with what else the loop counts.
  if (!Turned || (Turned->isRing() && Turned->Values.size() > 2))
    return std::nullopt;
  if (!Turned->Back) {
    unsigned Owner = isUniform(Phi) ? Symbols.info(Iterations).Thread : Thread;
    return number(Symbols.oneOf(Phi, Owner, First.Value, Turned->Values));
  }
  TermArena &Arena = Symbols.terms();
  // Those behind the first Back values come again and again.
  int64_t Count = Turned->Values.size(), Back = *Turned->Back;
  const Term *Turn =
      Arena.binary(BO_Rem, Arena.binary(BO_Sub, Iterations, number(Back)),
                   number(Count - Back));
  const Term *Value = number(Turned->Values.back());
  for (int64_t I = Count - 2; I >= 0; --I)
    Value = Arena.select(I < Back ? Arena.binary(BO_EQ, Iterations, number(I))
                                  : Arena.binary(BO_EQ, Turn, number(I - Back)),
                         number(Turned->Values[I]), Value);
  return number(Value);
}

EncodedValue ThreadEncoding::loopValue(const Term *Phi, EncodedValue First,
                                       const Term *Iterations, unsigned Step) {
  if (!Values.inductions().find(Phi)) {
    auto Value = counted(Phi, First, Iterations, Step);
    return Value ? *Value : computeUnknown(Phi, Before);
  }
  if (const Term *Amount = stepOf(Phi, First, Step)) {
    TermArena &Arena = Symbols.terms();
    return {Arena.binary(BO_Add, First.Value,
                         Arena.binary(BO_Mul, Amount, Iterations)),
            First.Root};
  }
  if (auto Value = counted(Phi, First, Iterations, Step))
    return *Value;
  if (auto Value = turned(Phi, First, Iterations))
    return *Value;
  if (auto Value = listed(Phi, First, Iterations, Step))
    return *Value;
  if (auto Value = halved(Phi, First, Iterations))
    return *Value;
  return computeUnknown(Phi, Before);
}

} // namespace warplint::twothreads
