//===--- CopiedTo.h - The cluster that copies tell of -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the host does not tell how large clusters are, their copies do: a block
// computes from its place in the cluster which blocks a copy goes to, and is
// one of them itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H

#include "Analysis/Simulation/SimulatedCluster.h"

namespace warplint {

class BarrierObjects;

/// The clusters in which each block's copies into several blocks go to blocks
/// of the cluster, its own among them, those with the most blocks along x
/// first. None where it is not known where they go, and where they go to one
/// block.
llvm::SmallVector<SimulatedCluster, 2>
clustersByCopies(const BarrierObjects &Objects,
                 const std::array<int64_t, 3> &BlockDim,
                 const GivenValues &Parameters);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_COPIEDTO_H
