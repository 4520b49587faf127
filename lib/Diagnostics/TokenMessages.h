//===--- TokenMessages.h - Tokens and parities in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of arrivals and waits that do not belong together.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H
#define WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H

#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// Adds to \p F, which has a check and nothing else, where the fault is, what
/// is wrong, the other places, and what to do.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const TokenFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H
