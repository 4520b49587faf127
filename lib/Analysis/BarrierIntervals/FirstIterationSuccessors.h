//===--- FirstIterationSuccessors.h - Edges of first iterations -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop variable has one value in the first iteration. With `done` starting at
// 0, `if (done % 128 == 0) __syncthreads();` waits in the first iteration even
// if nothing is known of later ones: a thread that enters the loop passes the
// barrier.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H

#include "Analysis/LoopEvolution/LoopEvolution.h"
#include <memory>

namespace warplint {

/// Which successors the branches of a loop can take in its first iteration.
class FirstIterationSuccessors {
public:
  /// \p Loops must outlive this.
  explicit FirstIterationSuccessors(const LoopEvolution &Loops)
      : Evolution(Loops) {}

  const LoopEvolution &evolution() const { return Evolution; }
  const Loops &loops() const { return Evolution.loops(); }
  const Evaluation &values() const { return Evolution.values(); }
  TermArena &arena() const { return Evolution.arena(); }
  /// Whether a thread in the first iteration of the loop with header \p Head
  /// may go from \p Branch, a node of that loop, to its successor \p To. True
  /// if that is not known.
  bool mayTake(const Node &Head, const Node &Branch, const Node &To) const;

private:
  const LoopEvolution &Evolution;
  /// By the header of the loop. Looked up only.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<TermRewriter>> InFirst;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
