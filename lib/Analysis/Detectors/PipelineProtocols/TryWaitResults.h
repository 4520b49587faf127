//===--- TryWaitResults.h - How results of try-waits are used ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"

namespace warplint::pipelines {

/// The try-wait \p E is repeated until it succeeds.
bool isRepeated(const Event &E, const mbarriers::BarrierObjects &Objects);

/// If the try-wait \p E fails, its thread waits for the same mbarrier later.
bool waitsWhereFailed(const Event &E, const mbarriers::BarrierObjects &Objects);

/// None of \p Terms depends on the result of \p E.
bool decidesNone(const Event &E, llvm::ArrayRef<const Term *> Terms,
                 const mbarriers::BarrierObjects &Objects);

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H
