//===--- CopyMessages.h - Copies in the user's words ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of an asynchronous copy that nobody has waited for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_COPYMESSAGES_H
#define WARPLINT_DIAGNOSTICS_COPYMESSAGES_H

#include "Analysis/Detectors/Mbarriers/CopyFault.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// Adds to \p F, which has a check and nothing else, where the fault is, what
/// is wrong, the copy and the wait, and what to do.
void explainFault(Finding &F, const KernelFacts &Facts, const CopyFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_COPYMESSAGES_H
