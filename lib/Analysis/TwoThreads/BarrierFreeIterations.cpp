//===--- BarrierFreeIterations.cpp - Iterations past their barriers -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/LoopBarriers.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint::twothreads {

/// What \p Phi is at \p Step, the head of its loop, in which the interval
/// starts:
/// \p First, or what later iterations make of it that go past the barriers.
/// Nothing if those are not known one by one.
std::optional<EncodedValue>
ThreadEncoding::afterFreeIterations(const Term *Phi, EncodedValue First,
                                    unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  const LoopBarriers &Loops = Symbols.facts().loopBarriers();
  const Loop *Around = Loops.loops().headedBy(*At.At);
  if (First.Root || !Around || !isInside(*At.At))
    return std::nullopt;
  auto Known = Loops.freeIterations(*Around, *Phi, [&](const Node &N) {
    return llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  });
  bool AnyFree =
      llvm::any_of(Known, [](const auto &Each) { return Each.Number > 0; });
  const Term *Amount = AnyFree ? stepOf(Phi, First, Step) : nullptr;
  if (!Amount)
    return std::nullopt;
  TermArena &Arena = Symbols.terms();
  const Term *Iterations = Symbols.iterations(*At.At, Thread, At.Anew),
             *IsOne = number(0);
  for (const auto &Each : Known)
    IsOne = Arena.binary(
        BO_LOr, IsOne,
        Arena.binary(BO_LAnd,
                     Arena.binary(BO_EQ, First.Value, number(Each.Value)),
                     Arena.binary(BO_LE, Iterations, number(Each.Number))));
  Symbols.addFact(Iterations, IsOne);
  return EncodedValue{Arena.binary(BO_Add, First.Value,
                                   Arena.binary(BO_Mul, Amount, Iterations)),
                      nullptr};
}

/// \p T is made of what the loop \p Of has in its head, and of what does not
/// change in it; not of data.
static bool isOfHead(const Term *T, const Loop &Of, const Evaluation &Values) {
  return walkTerms(T, [&](const Term &Part) {
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    if (isa<LoadTerm, ResultTerm, OpaqueTerm>(Part) ||
        (Join && Join->node() != Of.Header && Of.contains(*Join->node())))
      return Walk::Stop;
    return Join ? Walk::Skip : Walk::Enter;
  });
}

/// An iteration of the loop \p Around, with the values that are supposed of its
/// variables, comes around without a barrier. Null if that is not the same for
/// all threads of the block, if data decide it, or if all iterations pass a
/// barrier.
const Term *ThreadEncoding::goesPastBarriers(const Loop &Around,
                                             unsigned Step) {
  const KernelFacts &Facts = Symbols.facts();
  const CfgView &View = Facts.paths();
  const LoopBarriers &Barriers = Facts.loopBarriers();
  auto Separates = [&](const Node &N) {
    return llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  };
  llvm::SmallPtrSet<const Node *, 8> Closed, Deciding;
  for (const Node *N : Around.Nodes) {
    if (!View.contains(*N) || !Separates(*N))
      continue;
    // An inner loop stands as a whole for what is in it.
    const Loop *Inner = nullptr;
    for (const Loop *L = Facts.loops().innermost(*N, *N); L != &Around;
         L = L->Around)
      Inner = L;
    if (Inner && !Barriers.isAlwaysSeparated(*Inner, Separates))
      return nullptr;
    Closed.insert(Inner ? Inner->Header : N);
    for (const Node *Branch : View.allControls(Inner ? *Inner->Header : *N)) {
      if (!Around.contains(*Branch) || Branch == Around.Header ||
          (Inner && Inner->contains(*Branch)))
        continue;
      if (!isTwoWay(*Branch) || !isOfHead(Branch->Branch, Around, Values) ||
          !Facts.uniformity().isUniformBranch(*Branch, Scope::Block))
        return nullptr;
      Deciding.insert(Branch);
    }
  }
  llvm::DenseMap<const Node *, const Term *> Reached;
  auto ComesTo = [&](const Node &To) {
    const Term *Result = number(0);
    for (const Node *From : To.predecessors()) {
      const Term *Before = Reached.lookup(From);
      if (!Before ||
          llvm::none_of(View.successors(*From),
                        [&](const ViewNode *Next) { return Next->Of == &To; }))
        continue;
      if (Deciding.contains(From))
        Before = Symbols.logicalAnd(
            Before,
            takenCondition(*From, From->successors()[0] == &To ? 0 : 1, Step));
      Result = Symbols.logicalOr(Result, Before);
    }
    return Result;
  };
  for (const Node *N : Facts.cfg().order())
    if (Around.contains(*N) && View.contains(*N) && !Closed.contains(N))
      Reached[N] = N == Around.Header ? number(1) : ComesTo(*N);
  const Term *Past =
      Closed.contains(Around.Header) ? number(0) : ComesTo(*Around.Header);
  if (Past->isConstant(0))
    return nullptr;
  if (const auto Inside = View.successorTo(*Around.Header, *Around.Header))
    Past =
        Symbols.logicalAnd(Past, takenCondition(*Around.Header, *Inside, Step));
  return Past;
}

/// A thread can run \p Step, the head of a loop, again within the interval, and
/// stays in that loop.
bool ThreadEncoding::comesAgain(unsigned Step) const {
  const Loop *Around = Symbols.facts().loops().headedBy(*Of.Steps[Step].At);
  for (unsigned Head = 0; Around && Head < Of.Steps.size(); ++Head)
    if (Of.Steps[Head].isLoopHead() && Around->contains(*Of.Steps[Head].At) &&
        (Head == Step || Of.comesBack(Step, Head)))
      return true;
  return false;
}

/// What \p Phi is at \p Step, the head of a loop with barriers that some
/// iterations go past (`if (width > 32) __syncthreads();`): \p First, or what
/// it is in the iteration after one of those. Accesses in two iterations that
/// no barrier lies between meet first where one iteration follows the other.
std::optional<EncodedValue>
ThreadEncoding::afterFreeIteration(const Term *Phi, EncodedValue First,
                                   unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  const Induction *Changes = Values.inductions().find(Phi);
  const Loop *Around = Symbols.facts().loops().headedBy(*At.At);
  if (First.Root || !Changes || !Around ||
      !isOfHead(Changes->Next, *Around, Values))
    return std::nullopt;
  TermArena &Arena = Symbols.terms();
  EncodedValue Next;
  const Term *Past = nullptr;
  {
    llvm::SmallVector<std::pair<const Term *, EncodedValue>, 4> Begin;
    for (const Term *Other : Values.joins().phis())
      if (cast<PhiTerm>(Other)->node() == At.At)
        Begin.push_back({Other, Other == Phi ? First : firstOf(Other, Step)});
    Supposition Iteration(*this, *At.At);
    for (auto [Other, Value] : Begin)
      Iteration.set(Other, Value);
    Past = goesPastBarriers(*Around, Step);
    if (!Past)
      return std::nullopt;
    Next = encode(Changes->Next, Step);
  }
  SymbolSet Used;
  Symbols.collect(Past, Used);
  if (Next.Root || llvm::any_of(Used, [&](const Term *T) {
        SymbolInfo::Kind K = Symbols.info(T).K;
        return K == SymbolInfo::Kind::Data || K == SymbolInfo::Kind::Elected;
      }))
    return std::nullopt;
  const Term *Iterations = Symbols.iterations(*At.At, Thread, At.Anew),
             *IsFirst = Arena.binary(BO_EQ, Iterations, number(0)),
             *IsNext = Arena.binary(BO_EQ, Iterations, number(1));
  Symbols.addFact(Iterations,
                  Symbols.logicalOr(IsFirst, Symbols.logicalAnd(IsNext, Past)));
  return number(Arena.select(IsFirst, First.Value, Next.Value));
}

} // namespace warplint::twothreads
