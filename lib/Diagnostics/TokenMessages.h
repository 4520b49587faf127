//===--- TokenMessages.h - Messages about barrier tokens --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a finding says of an arrival and a wait that do not match.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H
#define WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H

#include "Finding/Finding.h"

namespace warplint::mbarriers {
struct TokenFault;
} // namespace warplint::mbarriers

namespace warplint {

class KernelFacts;

/// Adds to \p F, which has only a check, the text for \p Fault: its location,
/// what is wrong, notes at the other places, and advice.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::TokenFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TOKENMESSAGES_H
