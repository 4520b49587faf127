//===--- CopiedTo.h - Cluster extents implied by copies ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the host's code does not say how large clusters are, multicast copies may:
// a block computes from its rank in the cluster to which blocks a copy goes,
// and it is one of them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H

#include "Analysis/Simulation/SimulatedCluster.h"

namespace warplint::mbarriers {
class BarrierObjects;
} // namespace warplint::mbarriers

namespace warplint::pipelines {

/// The clusters for which the multicast copies of every block go to blocks of
/// the cluster, the block itself among them; those with the most blocks along x
/// come first. Empty if the cluster's extents are known, if the destinations
/// are unknown, or if there is only one.
llvm::SmallVector<simulation::SimulatedCluster, 2>
clustersByCopies(const mbarriers::BarrierObjects &Objects,
                 const std::array<int64_t, 3> &BlockDim,
                 const GivenValues &Parameters);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H
