//===--- LaunchMessages.h - Messages about refused launches -----*- C++ -*-===//
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

/// Why the launch \p What is not used, for a message: "no GPU launches blocks
/// of 2048 threads (at most 1024): their size is taken as not known".
std::string unlaunchableText(const launches::Unlaunchable &What);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_LAUNCHMESSAGES_H
