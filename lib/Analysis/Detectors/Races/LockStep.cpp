//===--- LockStep.cpp - Races that lock step settles as built -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/LockStep.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Dependence/CompilerOrder.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Induction.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/SyncKindRows.h"

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
  const Event &First = *R.First.Access;
  auto Decides = [&](const Event &E) -> std::optional<bool> {
    return &E == &First   ? std::optional(false)
           : isBarrier(E) ? std::optional(true)
                          : std::nullopt;
  };
  return !dependence::onAllPaths(
      *R.Second.Access,
      {Decides, /*AtEnd=*/true, /*Backwards=*/false, loopThatMovesOn(R, Facts)},
      Facts);
}

bool holdsInLockStep(const Race &R, const KernelFacts &Facts) {
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  if (!concernsLanesOnly(R) ||
      (First.Under && Second.Under && First.Under != Second.Under) ||
      !areConverged(R, Facts))
    return false;
  const std::vector<ThreadOfBlock> Threads = threadsIn(R);
  return dependence::keepsOrder(First, Second, R.NextIteration, Threads,
                                Facts) &&
         (R.K == Race::Kind::ReadAfterWrite || !comesAgain(R, Facts) ||
          dependence::keepsOrder(Second, First, /*NextIteration=*/true, Threads,
                                 Facts));
}

} // namespace warplint::races
