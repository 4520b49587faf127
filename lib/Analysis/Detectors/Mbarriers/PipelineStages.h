//===--- PipelineStages.h - Order of pipeline operations --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_PIPELINESTAGES_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_PIPELINESTAGES_H

#include "Analysis/Detectors/Mbarriers/CopyFault.h"

namespace warplint {
struct Event;
} // namespace warplint

namespace warplint::mbarriers {

class BarrierObjects;

/// Violations of the order in which stages of a pipeline are acquired,
/// committed, waited for and released (libcu++, "cuda::pipeline"). One fault
/// per pipeline.
std::vector<CopyFault> findStageFaults(const BarrierObjects &Objects,
                                       llvm::ArrayRef<const Event *> Copies);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_PIPELINESTAGES_H
