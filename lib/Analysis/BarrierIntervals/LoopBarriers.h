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

#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <vector>

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

  /// One iteration, by the value of a loop variable at its start.
  struct FreeIterations {
    int64_t Value = 0;
    /// How many more iterations a thread at the start of this one can begin
    /// before it passes a separating node.
    unsigned Number = 0;
  };
  /// All iterations of \p Of in order, by the value of \p Phi, a phi of its
  /// header. Empty if the iterations or the values of \p Phi are not known, or
  /// the budget is used up.
  std::vector<FreeIterations> freeIterations(const Loop &Of, const Term &Phi,
                                             Separator Separates) const;

private:
  /// The known values of a loop's phis at the start of one iteration.
  using Iteration = llvm::MapVector<const Term *, const Term *>;
  /// Whether one iteration has a path without a separating node to an exit of
  /// the loop (`Out`), and back to its header (`Around`).
  struct Paths {
    bool Out = false, Around = false;
  };
  /// The enumerated iterations of one loop.
  struct Course {
    std::vector<const Node *> Nodes;
    std::vector<Iteration> Iterations; ///< All; empty if they are not known.
    /// FreeIterations::Number of each iteration, by which of `Nodes` separate.
    std::map<std::vector<bool>, std::vector<unsigned>> Free;
  };

  /// Whether so many iterations are enumerated.
  bool mayFollow(uint64_t Iterations) const {
    return Arena.limits().allows(BudgetId::BarrierIterations, Iterations);
  }
  Course &courseOf(const Loop &Of) const;
  std::vector<const Node *> nodesOf(const Loop &Of) const;
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
  /// Results of courseOf(); looked up only.
  mutable llvm::DenseMap<const Loop *, Course> Courses;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H
