//===--- NextIterations.h - Where the next iteration of a loop goes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `if (++done % 128 == 0)` an iteration fetches what the iterations behind it
// read; `if (done % 128 == 0) __syncthreads();` at the start of each iteration then
// waits in the very next one, since it asks the same about the same number.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H

#include "Analysis/BarrierIntervals/FirstIterationSuccessors.h"

namespace warplint {

/// The iteration that follows the one in which a thread was at some node.
struct NextIteration {
  const Loop *Of = nullptr;
  /// Branches that go one way in it, with the node that they go to. Looked up.
  llvm::DenseMap<const Node *, const Node *> Only;
};

/// What is known of the next iterations of the loops around \p Start, the smallest
/// first; loops of which nothing is known are left out. \p View is what the
/// loops of \p Successors were found in.
std::vector<NextIteration> nextIterationsAfter(const Node &Start,
                                       const FirstIterationSuccessors &Successors,
                                       const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H
