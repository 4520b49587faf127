//===--- ProtocolSimulator.h - Simulates pipeline protocols -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulates the threads of a block or cluster against each other. An mbarrier
// counts arrivals and bytes; its phase ends when none is missing (PTX ISA,
// "Phase of the mbarrier object" and "Tracking asynchronous operations by the
// mbarrier object"). A vector clock holds what is ordered before a thread's
// next step, other threads' steps and copies alike. An order by clocks in one
// interleaving holds in all of them, as long as barriers let interleavings
// differ in nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/PipelineProtocols/StageOutcome.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadRuns.h"

namespace warplint::pipelines {

/// Simulates \p Runs. Nothing if that is impossible: mbarriers that are not
/// initialized, more arrivals than are expected, or more than \p Steps clock
/// entries to look at.
std::optional<StageOutcome> simulateStages(const StageRuns &Runs,
                                           StepBudget &Steps);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_PROTOCOLSIMULATOR_H
