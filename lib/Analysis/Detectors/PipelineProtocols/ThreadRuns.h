//===--- ThreadRuns.h - Executes threads up to their commands ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the threads of one block, or of the blocks of one cluster, with
// given values of the kernel's parameters, together as far as they take the
// same path. Records their operations on mbarriers, the copies that complete on
// mbarriers, and their accesses to memory that copies fill. Branches are
// decided by thread identity, parameters and loop counters; a try-wait
// succeeds, and the first lane of a warp is the elected one. A branch with an
// unknown condition is skipped if nothing of the above depends on it; otherwise
// nothing is known of the block. Threads of a warp that do the same are one
// run; a thread that does very much is followed up to a limit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"
#include "Analysis/Simulation/SimulatedCluster.h"

namespace warplint::pipelines {

/// The runs of all threads; nothing if it is unknown what some thread does, or
/// if Budgets::StageSteps or Budgets::StageCommands are not enough.
std::optional<StageRuns> runThreads(const mbarriers::BarrierObjects &Objects,
                                    const std::array<int64_t, 3> &BlockDim,
                                    const simulation::SimulatedCluster &Cluster,
                                    const GivenValues &Parameters);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H
