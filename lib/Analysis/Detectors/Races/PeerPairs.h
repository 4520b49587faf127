//===--- PeerPairs.h - Threads of two blocks of one cluster -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of a cluster access each other's shared memory. Barriers of the
// cluster order their threads, and so may mbarriers, atomics and flags (CUDA
// Programming Guide, "Distributed Shared Memory").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Participation/PeerOperations.h"

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::races {

/// The kernel's clusters have several blocks, which access each other's shared
/// memory.
bool usesPeers(const KernelFacts &Facts);

/// A thread may learn in \p I how far threads of another block are; the order
/// of accesses in \p I is unknown then.
bool mayHearOfPeers(const Interval &I, const KernelFacts &Facts);

/// \p Shape with cluster extents: the known ones, or as many blocks along x, at
/// least two, as the ranks named in the kernel need. The grid is rounded up to
/// whole clusters.
LaunchExtents inClusters(LaunchExtents Shape, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_PEERPAIRS_H
