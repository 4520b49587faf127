//===--- LoopBarriers.h - Loops that pass a barrier -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for (int i = 0; i < 8; ++i) {
//   ...
//   if (i + 2 == 8)
//     __syncthreads();
// }
//
// In the graph a path avoids the barrier in every iteration, but no thread
// takes that path. The counter of such a loop begins with a constant and
// changes by constants, so that its iterations can be enumerated, up to a
// limit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "llvm/ADT/MapVector.h"

namespace warplint {

/// Whether threads can run a loop without passing certain nodes, by enumeration
/// of its iterations.
class LoopBarriers {
public:
  /// Whether a node has an event that separates the threads in question.
  using Separator = llvm::function_ref<bool(const Node &)>;

  /// All threads that reach one of the headers \p Entered run an iteration of
  /// its loop. Both arguments must outlive this.
  LoopBarriers(const LoopEvolution &Loops, const LoopHeaders &Entered)
      : Evolution(Loops), Entered(Entered), All(Loops.loops()),
        View(Loops.view()), Values(Loops.values()), Arena(Loops.arena()) {}

  const Loops &loops() const { return All; }

  /// Whether every thread that enters \p Of and leaves it passes a node for
  /// which \p Separates is true. False if that is not known.
  bool isAlwaysSeparated(const Loop &Of, Separator Separates) const;

private:
  /// The known values of a loop's phis at the start of one iteration.
  using Iteration = llvm::MapVector<const Term *, const Term *>;
  /// Whether one iteration has a path without a separating node to an exit of
  /// the loop (`Out`), and back to its header (`Around`).
  struct Paths {
    bool Out = false, Around = false;
  };

  /// Whether so many iterations are enumerated.
  bool mayFollow(uint64_t Iterations) const {
    return Arena.limits().allows(BudgetId::BarrierIterations, Iterations);
  }
  Iteration firstIteration(const Loop &Of) const;
  Iteration iterationAfter(const Iteration &Now, const Loop &Of) const;
  Paths pathsOf(const Iteration &Now, const Loop &Of, Separator Separates,
                bool IsEntered = false) const;
  const Term *valueIn(const Iteration &Now, const Term *T) const;

  const LoopEvolution &Evolution;
  const LoopHeaders &Entered;
  const Loops &All;
  const CfgView &View;
  const Evaluation &Values;
  TermArena &Arena;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H
