//===--- CopyMessages.h - Messages about asynchronous copies ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a finding says of an asynchronous copy whose completion nobody waits
// for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_COPYMESSAGES_H
#define WARPLINT_DIAGNOSTICS_COPYMESSAGES_H

#include "Finding/Finding.h"

namespace warplint::mbarriers {
struct CopyFault;
struct RegisterFault;
} // namespace warplint::mbarriers

namespace warplint {

class KernelFacts;

/// Adds to \p F, which has only a check, the text for \p Fault: its location,
/// what is wrong, notes at the copy and the wait, and advice.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::CopyFault &Fault);

/// The same for registers that a multiplication uses.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const mbarriers::RegisterFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_COPYMESSAGES_H
