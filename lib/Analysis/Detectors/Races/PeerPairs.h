//===--- PeerPairs.h - Threads of two blocks of one cluster -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of a cluster reach each other's shared memory, and only barriers of
// the cluster make them wait for each other, but for what they tell each other
// by barrier objects, atomics and flags (CUDA Programming Guide, "Distributed
// Shared Memory").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Participation/PeerOperations.h"

namespace warplint {

/// The kernel's blocks have peers, and use their shared memory.
bool usesPeers(const KernelFacts &Facts);

/// In \p I a thread may hear of how far those of another block are: nothing is
/// known then of the order of what lies in it.
bool mayHearOfPeers(const Interval &I, const KernelFacts &Facts);

/// \p Shape with the extents of clusters: those that are known, or as many
/// blocks along x as the ranks ask for that the kernel names, two at least.
LaunchExtents inClusters(LaunchExtents Shape, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H
