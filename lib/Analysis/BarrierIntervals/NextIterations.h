//===--- NextIterations.h - Edges of a loop's next iteration ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Under `if (++done % 128 == 0)` an iteration fetches data for the iterations
// that follow. `if (done % 128 == 0) __syncthreads();` at the start of each
// iteration then waits in the next one, since both conditions test one value.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H

#include "Analysis/LoopEvolution/LoopEvolution.h"

namespace warplint {

/// Branches that are decided in the iteration of `Of` after the one in which a
/// thread was at a certain node.
struct NextIteration {
  const Loop *Of = nullptr;
  /// By branch, the only successor that it takes. Looked up only.
  llvm::DenseMap<const Node *, const Node *> Only;
};

/// The decided branches in the next iteration of each loop around \p Start,
/// after an iteration in which a thread was at \p Start; innermost loop first.
/// Loops in which no branch is decided are left out. \p View is the view whose
/// loops \p Evolution has.
std::vector<NextIteration> nextIterationsAfter(const Node &Start,
                                               const LoopEvolution &Evolution,
                                               const CfgView &View);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_NEXTITERATIONS_H
