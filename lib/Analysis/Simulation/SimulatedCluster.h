//===--- SimulatedCluster.h - Blocks that are played together ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster hand stages to each other: a copy fills them in
// several blocks at once, and those who use them arrive on barrier objects of
// the blocks that copy (PTX ISA, "cp.async.bulk.tensor": .multicast::cluster).
// Such a protocol is played by all blocks of one cluster, the first of the
// grid.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H
#define WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"

namespace warplint {

struct SimulatedCluster {
  std::array<int64_t, 3> Extents = {1, 1, 1};
  unsigned size() const {
    return unsigned(Extents[0] * Extents[1] * Extents[2]);
  }
  /// Of the block of \p Rank, along each axis.
  std::array<int64_t, 3> indexOf(unsigned Rank) const {
    return {Rank % Extents[0], Rank / Extents[0] % Extents[1],
            Rank / (Extents[0] * Extents[1])};
  }
};

/// Clusters are one block: that is said, or nothing in the kernel asks for
/// another one.
bool isAlone(const KernelFacts &Facts);

/// One block where none acts on another, or where all together are too many.
/// Where nothing in the unit tells how many there are, as many along x as the
/// kernel names by numbers, in ranks and masks; if it asks for its place along
/// y, also as many in other shapes.
llvm::SmallVector<SimulatedCluster, 2>
clustersToSimulate(const KernelFacts &Facts,
               const std::array<int64_t, 3> &BlockDim);

/// All blocks of \p Cluster can be played together.
bool canSimulate(const KernelFacts &Facts, const SimulatedCluster &Cluster,
                const std::array<int64_t, 3> &BlockDim);

/// Adds to \p Given what the kernel reads of the place of the block of \p Rank
/// in \p Cluster and in the grid.
void giveBlock(GivenValues &Given, const KernelFacts &Facts,
               const SimulatedCluster &Cluster, unsigned Rank);

/// \p Address, in the shared memory of a peer, as it is in the block's own;
/// null if it is none, or was not made by members and elements alone.
const Term *ownFor(const Term *Address, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H
