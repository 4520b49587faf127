//===--- ThreadRuns.h - What each thread does to stages ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the threads of one block, or of the blocks of one cluster, through the
// kernel, together as far as they go the same way, with given values for the
// kernel's parameters, and writes down what they do to barrier objects, which
// copies they make that report to such
// objects, and where they touch what copies fill. Branches are decided by
// thread identity, parameters and loop counters; a try to wait succeeds, and
// the first lane of a warp is the elected one. A branch that nothing decides is
// passed on any path that leads on, if nothing of the above hangs on it;
// otherwise nothing is known of the whole block. Threads of a warp that do the
// same are one run; who does very much is followed for a while only.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H

#include "Analysis/Simulation/SimulatedCluster.h"
#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"

namespace warplint {

/// Nothing where it is not known what some thread does, or where \p StepLimit
/// is not enough for all.
std::optional<StageRuns> runThreads(const BarrierObjects &Objects,
                                    const std::array<int64_t, 3> &BlockDim,
                                    const SimulatedCluster &Cluster,
                                    const GivenValues &Parameters,
                                    unsigned StepLimit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADRUNS_H
