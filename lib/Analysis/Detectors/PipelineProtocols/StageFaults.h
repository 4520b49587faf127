//===--- StageFaults.h - Faults of pipeline protocols -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels whose threads pass stages of shared memory on by mbarriers: producers
// let copies fill a stage, consumers wait for its phase, use it, and release it
// (CUDA Programming Guide, "Asynchronous Data Copies using the Tensor Memory
// Accelerator").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/PipelineProtocols/StageFault.h"
#include <array>
#include <optional>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::pipelines {

/// The fault in the pipeline protocol of a kernel. A fact of it
/// (KernelFacts::get). A fault counts only if the simulation shows it for all
/// parameter values that were tried and lets stages be filled more than once.
class StageFaults {
public:
  explicit StageFaults(const KernelFacts &Facts);
  const std::optional<StageFault> &fault() const { return Found; }
  /// See StageOutcome::Unfenced; nothing if there is a fault.
  const std::optional<StageFault> &unfenced() const { return Unfenced; }
  const std::array<int64_t, 3> &blockDim() const { return BlockDim; }
  /// There are such copies, but the kernel's threads could not be simulated.
  bool isUnknown() const { return Open.has_value(); }

private:
  void simulate(const KernelFacts &Facts, bool &Unknown);

  std::optional<StageFault> Found, Unfenced;
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  std::optional<Counted> Open;
  bool WasSimulated = false;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEFAULTS_H
