//===--- LockStep.cpp - Races that lock step settles as built -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/LockStep.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Induction.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace clang;

namespace warplint::races {

/// Lanes at \p N that take another successor of \p Branch leave the loop that
/// the others stay in: each has its own number of iterations.
static bool endsLoopOf(const Node &Branch, unsigned Successor,
                       const CfgView &View) {
  llvm::ArrayRef<ViewNode *> All = View.successors(Branch);
  auto Returns = [&](const ViewNode *To) {
    return To->Of == &Branch || leads(View, *To->Of, Branch);
  };
  return Returns(All[Successor]) && !llvm::all_of(All, Returns);
}

/// Lanes that a divergent branch keeps from one of the accesses have joined the
/// others between the two, and all are in the same iteration of each loop.
static bool areConverged(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  const CfgView &View = Facts.paths();
  auto Over = [&](const Event &E) {
    return Facts.convergence().divergentControls(*E.At, Scope::Warp);
  };
  const std::vector<const Node *> Later = Over(Second);
  bool IsBehind = First.At == Second.At ? R.NextIteration || &First < &Second
                                        : leads(View, *First.At, *Second.At);
  return IsBehind && llvm::all_of(Over(First), [&](const Node *Branch) {
           if (llvm::is_contained(Later, Branch)) {
             auto Here = View.successorTo(*Branch, *First.At);
             return Here && Here == View.successorTo(*Branch, *Second.At) &&
                    !endsLoopOf(*Branch, *Here, View);
           }
           const Node *Join = View.joinOf(*Branch);
           return Join && (Join == Second.At ||
                           !leads(View, *First.At, *Second.At,
                                  [&](const Node &N) { return &N != Join; }));
         });
}

static bool isBarrier(const Event &E) {
  return E.isSync(SyncFamily::Barrier, SyncFamily::WarpBarrier);
}

/// The threads of the block of \p R.
static std::vector<ThreadOfBlock> threadsIn(const Race &R) {
  std::array<int64_t, 3> Block;
  llvm::copy(R.BlockDim, Block.begin());
  return threadsOf(Block);
}

/// The head of a loop around both accesses whose counter moves both places on
/// in each iteration, further than those of the lanes of a warp lie apart:
/// no lane comes back to a place of an earlier iteration. Null if there is
/// none.
static const Node *loopThatMovesOn(const Race &R, const KernelFacts &Facts) {
  auto One = locate(R.First.Access->Address),
       Other = locate(R.Second.Access->Address);
  if (!One || !Other || !inSameMember(*One, *Other))
    return nullptr;
  const LinearSum Sums[] = {One->bytes(), Other->bytes()};
  const Induction *Counter = nullptr;
  base::Checked Least, Most, Apart = 0;
  ThreadValues Values(Facts.values());
  for (const ThreadOfBlock &Self : threadsIn(R)) {
    if (Self.rank() % LanesPerWarp == 0)
      Least = Most = base::Checked();
    for (const LinearSum &Sum : Sums) {
      base::Checked Place = Sum.Constant;
      for (const Summand &Part : Sum.Parts)
        if (isa<PhiTerm>(Part.Of)) {
          const Induction *Of = Facts.values().inductions().find(Part.Of);
          if (!Of || (Counter && Of != Counter))
            return nullptr;
          Counter = Of;
        } else {
          Place += isFixed(Part.Of)
                       ? base::Checked(Values.run(Part.Of, Self)) * Part.Factor
                       : base::Checked();
        }
      if (!Place)
        return nullptr;
      Least = std::min(Least.orElse(*Place), *Place);
      Most = std::max(Most.orElse(*Place), *Place);
    }
    base::Checked Span = Most - Least + int64_t(R.First.Access->Bytes);
    if (!Span)
      return nullptr;
    Apart = std::max(*Apart, *Span);
  }
  if (!Counter)
    return nullptr;
  base::Checked Step = Counter->constantStep();
  Step *= factorIn(Sums[0].Parts, Counter->Variable);
  bool MovesBoth = factorIn(Sums[0].Parts, Counter->Variable) ==
                   factorIn(Sums[1].Parts, Counter->Variable);
  return MovesBoth && Step && base::magnitude(*Step) >= uint64_t(*Apart)
             ? &Counter->head()
             : nullptr;
}

/// A thread comes from its second access to its first one without a barrier, in
/// another iteration: there the race has the other order, too.
static bool comesAgain(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  auto EndOf = [](const Node &N) { return N.Events.data() + N.Events.size(); };
  auto None = [](const Event *From, const Event *To) {
    return std::none_of(From, To, isBarrier);
  };
  const Node *Distinct = loopThatMovesOn(R, Facts);
  return None(&Second, EndOf(*Second.At)) &&
         None(First.At->Events.data(), &First) &&
         leads(Facts.paths(), *Second.At, *First.At, [&](const Node &N) {
           return &N != Distinct && None(N.Events.data(), EndOf(N));
         });
}

namespace {
/// Whether a thread's own places at two accesses are one, to a compiler.
enum class OwnPlaces : uint8_t { Apart, One, MayBeOne };
} // namespace

/// The loop counters that \p Sum depends on, and whether on anything else that
/// no compiler knows.
static std::pair<unsigned, bool> unknownsIn(const LinearSum &Sum) {
  llvm::SmallPtrSet<const Term *, 4> Counters;
  bool Others = false;
  for (const Summand &Part : Sum.Parts)
    anyPartOf(Part.Of, [&](const Term &T) {
      if (isa<PhiTerm>(T))
        Counters.insert(&T);
      Others |= isa<LoadTerm, ResultTerm, OpaqueTerm>(T);
      return false;
    });
  return {Counters.size(), Others || llvm::any_of(Sum.Parts, [](auto &Part) {
                             return dependsOnParameter(Part.Of);
                           })};
}

static OwnPlaces ownPlaces(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  auto One = locate(First.Address), Other = locate(Second.Address);
  if (!One || !Other || One->Root != Other->Root ||
      !mayBeParts(*One, *Other, Facts.context()))
    return OwnPlaces::Apart;
  LinearSum Apart = One->bytes();
  for (const Summand &Part : Other->bytes().Parts)
    Apart.addPart(Part.Of, -base::Checked(Part.Factor));
  Apart.Constant = Apart.Constant - Other->bytes().Constant;
  const uint64_t Bytes = std::max({First.Bytes, Second.Bytes, 1u});
  auto Meet = [&](base::Checked Distance) {
    return Distance && base::magnitude(*Distance) < Bytes;
  };
  if (Apart.Parts.empty())
    return Meet(Apart.Constant) ? OwnPlaces::One : OwnPlaces::Apart;
  auto [Counters, Others] = unknownsIn(Apart);
  if (!Counters && !Others) {
    // What the lane alone decides.
    ThreadValues Values(Facts.values());
    bool AnyMeets = false, AllKnown = true;
    for (const ThreadOfBlock &Self : threadsIn(R)) {
      base::Checked Distance = Apart.Constant;
      for (const Summand &Part : Apart.Parts)
        Distance += base::Checked(Values.run(Part.Of, Self)) * Part.Factor;
      AllKnown &= bool(Distance);
      AnyMeets |= Meet(Distance);
    }
    if (AnyMeets || AllKnown)
      return AnyMeets ? OwnPlaces::MayBeOne : OwnPlaces::Apart;
  }
  // Loops of constant steps are unrolled: each copy knows its counter.
  if (!Others && Counters < 2)
    return OwnPlaces::Apart;
  uint64_t Step = 0;
  for (const Summand &Part : Apart.Parts)
    Step = std::gcd(Step, base::magnitude(Part.Factor));
  uint64_t Rest = base::magnitude(Apart.Constant.orElse(0)) % Step;
  return std::min(Rest, Step - Rest) < Bytes ? OwnPlaces::MayBeOne
                                             : OwnPlaces::Apart;
}

/// Whether the compiler makes the two accesses in the order of the source. It
/// gives a thread its own value back without a load where it knows that it has
/// just stored that value.
static bool keepsOrder(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  if (First.Volatile && Second.Volatile)
    return true;
  if (First.Op || Second.Op)
    return false;
  switch (R.K) {
  case Race::Kind::WriteAfterRead:
    return !comesAgain(R, Facts);
  case Race::Kind::ReadAfterWrite:
    return !R.NextIteration && ownPlaces(R, Facts) == OwnPlaces::MayBeOne;
  case Race::Kind::WriteAfterWrite:
    return !comesAgain(R, Facts) && ownPlaces(R, Facts) != OwnPlaces::Apart;
  }
  llvm_unreachable("no such race");
}

bool holdsInLockStep(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  return concernsLanesOnly(R) &&
         (!First.Under || !Second.Under || First.Under == Second.Under) &&
         areConverged(R, Facts) && keepsOrder(R, Facts);
}

} // namespace warplint::races
