//===--- SharedPipeline.h - The pipeline that a block shares ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline is two barrier objects for each of its stages: those who fill the
// stage arrive on one when they commit, those who use it on the other when they
// release it. Each thread goes from stage to stage by counting what it does
// (libcu++, "cuda::pipeline").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"

namespace warplint {

/// The only pipeline of a kernel, where the threads of a block share it.
struct SharedPipeline {
  const Event *Made = nullptr; ///< Never null.
  int64_t Stages = 0;
  /// What each thread does: 0 for filling stages, 1 for using them; null if all
  /// do both.
  const Term *Role = nullptr;

  /// The barrier object of stage \p Number that tells that it is filled, or
  /// that it has been released.
  static SharedPlace filled(int64_t Number) { return {Objects, Number}; }
  static SharedPlace released(int64_t Number) { return {Objects + 1, Number}; }

private:
  static constexpr unsigned Objects = ~0u - 1; ///< No member of a variable.
};

/// Nothing if there is none, or if it is made in a path that is not followed.
std::optional<SharedPipeline> sharedPipelineOf(const KernelFacts &Facts);

/// \p E is a copy by one thread, or by all of the block together, for which a
/// pipeline or barrier object is waited for.
bool isCopyOfBlock(const Event &E);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H
