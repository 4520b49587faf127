//===--- StageMessages.h - Stages in the user's words --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of stages that copies fill and threads give back.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H

#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// Adds to \p F, which has a check and nothing else, where the fault is, what
/// is wrong, who copies, and what to do. \p BlockDim: the block that was
/// played.
void explainFault(Finding &F, const KernelFacts &Facts, const StageFault &Fault,
                  const std::array<int64_t, 3> &BlockDim);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H
