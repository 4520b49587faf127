//===--- SplitWaits.h - Divergent branches at a barrier ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `barrier.cluster.wait` waits until all threads of the cluster have arrived,
// not until all of them wait (PTX ISA, "barrier.cluster"): warps in different
// roles may wait at different places, or not at all. Two rules bind a thread
// that takes another path. It must not arrive again before the barrier has
// completed, which only a wait shows. And the other lanes of a waiting warp
// must also reach a wait for the cluster, or exit; with `.aligned` they must
// reach the same instruction. Exited threads are not waited for: a warp that
// only exits need not arrive.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H

#include <vector>

namespace warplint {
class KernelFacts;
class Node;
struct Event;
} // namespace warplint

namespace warplint::participation {

/// The divergent branches over \p E, for which needsAllThreads() must be true,
/// nearest first. If \p E is a PTX wait for the cluster or arrival at it,
/// branches are left out if the threads on their other successors keep the
/// rules at the top of this file.
std::vector<const Node *> divergentBranches(const KernelFacts &Facts,
                                            const Event &E);

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_SPLITWAITS_H
