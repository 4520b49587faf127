//===--- DecidedByLaunch.h - What launch and code alone decide ---------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H
#define WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// \p T is computed from constants and from who the thread is: no parameter, no
/// memory, nothing that other threads or unknown functions give.
bool dependsOnLaunchOnly(const Term *T, const Evaluation &Values);

/// Launch and code say which threads come to \p N: all branches over it are
/// decided.
bool dependsOnLaunchOnly(const Node &N, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H
