//===--- StageMessages.h - Messages about stages of a pipeline --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a finding says of stages that copies or stores fill and threads release.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H

#include "Finding/Finding.h"
#include <array>
#include <cstdint>

namespace warplint::pipelines {
struct StageFault;
} // namespace warplint::pipelines

namespace warplint {

class KernelFacts;

/// Adds to \p F, which has only a check, the text for \p Fault: its location,
/// what is wrong, notes at the copies, and advice. \p BlockDim is the block
/// that was simulated.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const pipelines::StageFault &Fault,
                  const std::array<int64_t, 3> &BlockDim);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_STAGEMESSAGES_H
