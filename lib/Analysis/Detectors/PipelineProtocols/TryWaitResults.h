//===--- TryWaitResults.h - What comes behind a try to wait --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"

namespace warplint {

/// The try \p E comes again until it succeeds.
bool isRepeated(const Event &E, const BarrierObjects &Objects);

/// Where the try \p E fails, its thread waits for the object later on.
bool waitsWhereFailed(const Event &E, const BarrierObjects &Objects);

/// Nothing of \p Terms hangs on what the try \p E answers.
bool decidesNone(const Event &E, llvm::ArrayRef<const Term *> Terms,
                 const BarrierObjects &Objects);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_TRYWAITRESULTS_H
