//===--- SharedPipeline.h - Pipelines that a block shares -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline has two barriers for each of its stages: producers arrive on one
// when they commit the stage, consumers on the other when they release it. Each
// thread finds the current stage by counting its own operations (libcu++,
// "cuda::pipeline").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"

namespace warplint::pipelines {

/// The only pipeline of a kernel, if it has scope block.
struct SharedPipeline {
  const Event *Made = nullptr; ///< The call that creates it, never null.
  int64_t Stages = 0;
  /// The role of each thread: 0 for producer, 1 for consumer; null if all
  /// threads are both.
  const Term *Role = nullptr;

  /// The barrier on which producers of stage \p Number arrive, and the one on
  /// which its consumers do.
  static SharedPlace filled(int64_t Number) { return {Objects, Number}; }
  static SharedPlace released(int64_t Number) { return {Objects + 1, Number}; }

private:
  static constexpr unsigned Objects = ~0u - 1; ///< No member of a variable.
};

/// Nothing if there is no such pipeline, or if control may not reach its
/// creation.
std::optional<SharedPipeline> sharedPipelineOf(const KernelFacts &Facts);

/// \p E is a copy, by one thread or by the whole block, whose completion a
/// pipeline or an mbarrier tracks.
bool isCopyOfBlock(const Event &E);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_SHAREDPIPELINE_H
