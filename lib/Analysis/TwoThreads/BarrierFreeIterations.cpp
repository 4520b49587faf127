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

/// \p T is made of \p Variables of the head of the loop \p Of, and of what does
/// not change in it; not of data.
static bool
isOfHead(const Term *T, const Loop &Of,
         llvm::ArrayRef<std::pair<const Term *, EncodedValue>> Variables) {
  return walkTerms(T, [&](const Term &Part) {
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    if (isa<LoadTerm, ResultTerm, OpaqueTerm>(Part) ||
        (Join && Of.contains(*Join->node()) &&
         llvm::none_of(Variables,
                       [&](const auto &Each) { return Each.first == Join; })))
      return Walk::Stop;
    return Join ? Walk::Skip : Walk::Enter;
  });
}

/// The condition of coming around \p Around without one of the nodes \p Closed,
/// where each edge is taken under the condition \p Edge.
static const Term *
pathAround(const Loop &Around,
           const llvm::SmallPtrSetImpl<const Node *> &Closed,
           QuerySymbols &Symbols,
           llvm::function_ref<const Term *(const Node &, const Node &)> Edge) {
  const KernelFacts &Facts = Symbols.facts();
  const CfgView &View = Facts.paths();
  llvm::DenseMap<const Node *, const Term *> Reached;
  auto ReachedAt = [&](const Node &To) {
    const Term *Result = Symbols.terms().constant(0);
    for (const Node *From : To.predecessors())
      if (const Term *Before = Reached.lookup(From);
          Before &&
          llvm::any_of(View.successors(*From),
                       [&](const ViewNode *Next) { return Next->Of == &To; }))
        Result = Symbols.logicalOr(Result,
                                   Symbols.logicalAnd(Before, Edge(*From, To)));
    return Result;
  };
  for (const Node *N : Facts.cfg().order())
    if (Around.contains(*N) && View.contains(*N) && !Closed.contains(N))
      Reached[N] =
          N == Around.Header ? Symbols.terms().constant(1) : ReachedAt(*N);
  return Closed.contains(Around.Header) ? Symbols.terms().constant(0)
                                        : ReachedAt(*Around.Header);
}

/// An iteration of the loop \p Around, with the values of \p Variables, those
/// of its head that are known, comes around without a barrier. Null if that is
/// not the same for all threads of the block, if data decide it, or if all
/// iterations pass a barrier.
const Term *ThreadEncoding::goesPastBarriers(const Loop &Around,
                                             const HeadValues &Variables,
                                             unsigned Step) {
  const KernelFacts &Facts = Symbols.facts();
  const CfgView &View = Facts.paths();
  const LoopBarriers &Barriers = Facts.loopBarriers();
  auto Separates = [&](const Node &N) {
    return llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  };
  auto IsOfGiven = [&](const Term *T) {
    return isOfHead(T, Around, Variables);
  };
  // All threads of the block have one outcome, which data do not decide.
  auto IsSame = [&](const Node &Branch, const Loop *Inner) {
    if (!isTwoWay(Branch) ||
        !Facts.uniformity().isUniformBranch(Branch, Scope::Block))
      return false;
    const Term *Test = Branch.Branch;
    return IsOfGiven(Inner ? Facts.evolution().inFirstIteration(Test, *Inner)
                           : Test);
  };
  llvm::SmallPtrSet<const Node *, 8> Closed, Deciding;
  // By the header of an inner loop, where it makes no iteration.
  llvm::DenseMap<const Node *, std::pair<const Loop *, const Term *>> Passed;
  for (const Node *N : Around.Nodes) {
    if (!View.contains(*N) || !Separates(*N))
      continue;
    // An inner loop stands as a whole for what is in it, unless it may make no
    // iteration.
    const Loop *Inner = nullptr;
    for (const Loop *L = Facts.loops().innermost(*N, *N); L != &Around;
         L = L->Around)
      Inner = L;
    if (!Inner || Barriers.isAlwaysSeparated(*Inner, Separates)) {
      Closed.insert(Inner ? Inner->Header : N);
    } else {
      bool GoesOnIf = true;
      if (!IsSame(*Inner->Header, Inner) ||
          !Facts.evolution().isTestedAtHead(*Inner, GoesOnIf))
        return nullptr;
      const Term *Test = encode(Facts.evolution().inFirstIteration(
                                    Inner->Header->Branch, *Inner),
                                Step)
                             .Value;
      Passed[Inner->Header] = {Inner,
                               GoesOnIf ? Symbols.logicalNot(Test) : Test};
    }
    for (const Node *Branch : View.allControls(Inner ? *Inner->Header : *N)) {
      if (!Around.contains(*Branch) || Branch == Around.Header ||
          (Inner && Inner->contains(*Branch)))
        continue;
      if (!IsSame(*Branch, nullptr))
        return nullptr;
      Deciding.insert(Branch);
    }
  }
  const Term *Past = pathAround(
      Around, Closed, Symbols, [&](const Node &From, const Node &To) {
        if (auto None = Passed.find(&From); None != Passed.end())
          return None->second.first->contains(To) ? number(0)
                                                  : None->second.second;
        return Deciding.contains(&From)
                   ? takenCondition(From, From.successors()[0] == &To ? 0 : 1,
                                    Step)
                   : number(1);
      });
  if (Past->isConstant(0))
    return nullptr;
  const auto Inside = View.successorTo(*Around.Header, *Around.Header);
  if (Inside && Around.Header->Branch) {
    if (!IsOfGiven(Around.Header->Branch))
      return nullptr;
    Past =
        Symbols.logicalAnd(Past, takenCondition(*Around.Header, *Inside, Step));
  }
  return Past;
}

/// A thread can run \p Step, the head of a loop, again within the interval, and
/// stays in that loop.
bool ThreadEncoding::mayRepeat(unsigned Step) const {
  const Loop *Around = Symbols.facts().loops().headedBy(*Of.Steps[Step].At);
  for (unsigned Head = 0; Around && Head < Of.Steps.size(); ++Head)
    if (Of.Steps[Head].isLoopHead() && Around->contains(*Of.Steps[Head].At) &&
        (Head == Step || Of.reachesBackEdge(Step, Head)))
      return true;
  return false;
}

/// The values of \p Variables, those of the head of \p Around, become those in
/// the next iteration; what is not made of them is left out.
void ThreadEncoding::goAround(const Loop &Around, HeadValues &Variables,
                              unsigned Step) {
  HeadValues Next;
  for (const auto &[Variable, Value] : Variables) {
    const Induction *Changes = Values.inductions().find(Variable);
    if (Changes && isOfHead(Changes->Next, Around, Variables))
      Next.push_back({Variable, encode(Changes->Next, Step)});
  }
  Variables = std::move(Next);
}

/// What \p Phi is at \p Step, the head of a loop with barriers that some
/// iterations go past (`if (width > 32) __syncthreads();`): \p First, or what
/// it is in an iteration after some of those. Nothing if none goes past.
std::optional<EncodedValue>
ThreadEncoding::afterFreeIterations(const Term *Phi, EncodedValue First,
                                    unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  const Loop *Around = Symbols.facts().loops().headedBy(*At.At);
  if (First.Root || !Around || !mayRepeat(Step))
    return std::nullopt;
  TermArena &Arena = Symbols.terms();
  HeadValues Now;
  for (const Term *Other : Values.joins().phisAt(*At.At))
    Now.push_back({Other, Other == Phi ? First : firstOf(Other, Step)});
  const Term *Iterations = Symbols.iterations(*At.At, Thread, At.Anew),
             *Value = First.Value, *Past = number(1),
             *Known = Arena.binary(BO_EQ, Iterations, number(0)),
             *Amount = stepOf(Phi, First, Step);
  for (unsigned Passed = 1;
       Symbols.facts().limits().allows(BudgetId::FollowedIterations, Passed);
       ++Passed) {
    {
      Supposition Iteration(*this, *At.At);
      for (const auto &[Variable, Given] : Now)
        Iteration.set(Variable, Given);
      const Term *Passes = goesPastBarriers(*Around, Now, Step);
      Past = Passes ? Symbols.logicalAnd(Past, Passes) : number(0);
      if (!Past->isConstant(0))
        goAround(*Around, Now, Step);
    }
    auto After =
        llvm::find_if(Now, [&](const auto &Each) { return Each.first == Phi; });
    SymbolSet Used;
    Symbols.collect(Past, Used);
    if (Past->isConstant(0) || After == Now.end() || After->second.Root ||
        llvm::any_of(Used, [&](const Term *T) {
          SymbolInfo::Kind K = Symbols.info(T).K;
          return K == SymbolInfo::Kind::Data || K == SymbolInfo::Kind::Elected;
        }))
      break;
    const Term *IsThis = Arena.binary(BO_EQ, Iterations, number(Passed));
    Value = Arena.select(IsThis, After->second.Value, Value);
    Known = Symbols.logicalOr(Known, Symbols.logicalAnd(IsThis, Past));
    // Choices between values that are not known are not piled up.
    if (!Amount && !After->second.number())
      break;
  }
  if (Value == First.Value)
    return std::nullopt;
  Symbols.addFact(Iterations, Known);
  if (Amount)
    Value = Arena.binary(BO_Add, First.Value,
                         Arena.binary(BO_Mul, Amount, Iterations));
  return number(Value);
}

} // namespace warplint::twothreads
