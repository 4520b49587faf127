//===--- SplitWaits.h - Waits that need nobody beside them ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `barrier.cluster.wait` waits until all threads of the cluster have arrived, not
// until they wait: each role of a block can wait where it needs to, or leave it.
// Two things bind a thread that goes another way. It must not arrive again before
// the barrier has completed, which a wait would have told it. And the lanes of
// one warp come together: those beside the one that waits must come to a barrier
// of the cluster, too, or exit; with `.aligned` to the same instruction (PTX ISA,
// "barrier.cluster"). It waits for threads that have not exited: warps that have
// nothing left to do need not arrive where others do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// The branches that decide over \p E, which needs all threads, and on which
/// these do not agree, nearest first. For such a wait or arrival, those that lead
/// somebody where he does not do what he must.
std::vector<const Node *> divergentBranches(const KernelFacts &Facts,
                                          const Event &E);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H
