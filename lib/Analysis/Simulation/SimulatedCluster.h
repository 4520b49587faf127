//===--- SimulatedCluster.h - Blocks simulated together ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a cluster share pipeline stages: a copy fills a stage in
// several blocks at once, and threads that have used it arrive on mbarriers of
// the blocks that copy (PTX ISA, "cp.async.bulk.tensor": .multicast::cluster).
// Such a protocol is simulated for all blocks of one cluster, the first of the
// grid.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H
#define WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"

namespace warplint::simulation {

/// The extents of the cluster that is simulated, in blocks.
struct SimulatedCluster {
  std::array<int64_t, 3> Extents = {1, 1, 1};
  unsigned size() const {
    return unsigned(Extents[0] * Extents[1] * Extents[2]);
  }
  /// The index of the block of \p Rank along each axis.
  std::array<int64_t, 3> indexOf(unsigned Rank) const {
    return {Rank % Extents[0], Rank / Extents[0] % Extents[1],
            Rank / (Extents[0] * Extents[1])};
  }
};

/// Clusters have one block: the launch says so, or nothing in the kernel uses
/// another block.
bool isAlone(const KernelFacts &Facts);

/// The clusters to simulate: a single block if no block acts on another, or if
/// the cluster cannot be simulated. If the translation unit does not say the
/// extents, they are as many blocks along x as the ranks and masks in the
/// kernel name; if the kernel reads its index along y, also other shapes with
/// as many blocks.
llvm::SmallVector<SimulatedCluster, 2>
clustersToSimulate(const KernelFacts &Facts,
                   const std::array<int64_t, 3> &BlockDim);

/// \p Cluster can be simulated: it is small enough, its blocks consist of whole
/// warps, and with several blocks the kernel does not depend on the cluster's
/// place in the grid.
bool canSimulate(const KernelFacts &Facts, const SimulatedCluster &Cluster,
                 const std::array<int64_t, 3> &BlockDim);

/// Adds to \p Given the indices and ranks that the kernel reads, for the block
/// of \p Rank in \p Cluster.
void giveBlock(GivenValues &Given, const KernelFacts &Facts,
               const SimulatedCluster &Cluster, unsigned Rank);

/// The address in the block's own shared memory that \p Address, in the memory
/// of a peer, was mapped from; null if \p Address is no such address, or if it
/// was computed other than by members and elements.
const Term *ownFor(const Term *Address, const KernelFacts &Facts);

} // namespace warplint::simulation

#endif // WARPLINT_ANALYSIS_SIMULATION_SIMULATEDCLUSTER_H
