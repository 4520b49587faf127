//===--- StageFaults.h - Stages that are not filled in turn -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels whose threads hand stages of shared memory to each other by barrier
// objects: some let copies fill a stage, others wait for its phase, use it, and
// give it back (CUDA Programming Guide, "Asynchronous Data Copies using the
// Tensor Memory Accelerator").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H

#include "Analysis/Detectors/PipelineProtocols/ProtocolSimulator.h"

namespace warplint {

/// A fact of one kernel (KernelFacts::get). A fault counts only if the play
/// shows it for every value that was tried for the kernel's parameters and lets
/// stages be filled more than once.
class StageFaults {
public:
  explicit StageFaults(const KernelFacts &Facts);
  const std::optional<StageFault> &fault() const { return Found; }
  /// See StageOutcome::Unfenced; nothing where there is a fault.
  const std::optional<StageFault> &unfenced() const { return Unfenced; }
  const std::array<int64_t, 3> &blockDim() const { return BlockDim; }
  /// There are such copies, and it is not known what the threads do.
  bool isUnknown() const { return Unknown; }

private:
  std::optional<StageFault> Found, Unfenced;
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  bool Unknown = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H
