//===--- StageOutcome.h - Results of protocol simulations -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H

#include "Analysis/Detectors/PipelineProtocols/StageFault.h"
#include <optional>

namespace warplint::pipelines {

/// What one simulation shows.
struct StageOutcome {
  std::optional<StageFault> Fault;
  /// The first stage that is filled again without a proxy fence since its last
  /// access: the memory model requires one (PTX ISA, "Proxies"), but no
  /// hardware is known to need it.
  std::optional<StageFault> Unfenced;
  /// Of NeverEnds: all threads that could end the phase have exited. Whether
  /// some execute fewer iterations than others may depend on relations between
  /// parameters.
  bool HasLeft = false;
  /// Some stage or element was filled twice: the simulation covered a reuse.
  bool IsTelling = false;
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_STAGEOUTCOME_H
