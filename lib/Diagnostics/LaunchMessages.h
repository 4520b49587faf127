//===--- LaunchMessages.h - Launches in words ----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_LAUNCHMESSAGES_H
#define WARPLINT_DIAGNOSTICS_LAUNCHMESSAGES_H

#include "Analysis/Launches/LaunchLimits.h"
#include <string>

namespace warplint {

/// "no GPU launches blocks of 2048 threads (at most 1024): their size is taken
/// as not known".
std::string unlaunchableText(const Unlaunchable &What);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_LAUNCHMESSAGES_H
