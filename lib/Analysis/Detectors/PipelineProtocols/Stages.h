//===--- Stages.h - Shared memory that copies fill --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGES_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGES_H

#include "Analysis/Detectors/PipelineProtocols/StageCommands.h"

namespace warplint::pipelines {

/// Shared memory that copies fill, with its accesses since then.
struct Stage {
  SharedPlace From;
  int64_t Bytes = 0;
  bool IsReported = false; ///< The number of bytes copied is known.
  uint32_t Fills = 0;
  const StageCommand *Last = nullptr;
  /// By run: its step at its last access, and that access.
  std::vector<std::pair<uint32_t, const StageCommand *>> Touched;
  struct Reading {
    uint32_t Group = 0; ///< The last one that reads the stage; counts from 1.
    const StageCommand *By = nullptr;
  };
  std::vector<Reading> Read; ///< By reader.
};

/// The stages of \p Runs, by where copies begin, each once, in the order of the
/// threads.
std::vector<Stage> stagesOf(const StageRuns &Runs);

/// The two ranges have a byte in common.
bool overlap(const SharedPlace &A, int64_t BytesOfA, const SharedPlace &B,
             int64_t BytesOfB);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGES_H
