//===--- ProtocolSimulator.h - Whether stages are filled in turn --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the threads of a block against each other. A barrier object counts
// arrivals and bytes; its phase ends when none is missing (PTX ISA, "Phase of
// the mbarrier object" and "Tracking asynchronous operations by the mbarrier
// object"). What a thread knows of the others, and of copies, is a vector
// clock: what one order of play shows of it holds for all orders, as long as
// the barriers let them differ in nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H

#include "Analysis/Detectors/PipelineProtocols/StageOutcome.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadRuns.h"
#include "Analysis/Expr/StepBudget.h"

namespace warplint {

/// Nothing if the play cannot be followed: objects that are not initialized,
/// more arrivals than are expected, or more than \p Steps entries of clocks to
/// look at.
std::optional<StageOutcome> simulateStages(const StageRuns &Runs,
                                       StepBudget &Steps);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H
