//===--- TimelineMessages.h - Maps of kernels in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H

#include "Analysis/SyncTimeline/SyncTimeline.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// What \p Asked shows, as a finding carries it. \p Object and \p Element are
/// names without quotes, or empty.
SyncMap mapOf(const KernelFacts &Facts, const TimelineQuestion &Asked,
              std::string Object, std::string Element);

/// The map of a finding about who comes to \p Barrier, in the block that \p F
/// shows, or else in one that the kernel may be launched with.
SyncMap mapOfBarrier(const Finding &F, const KernelFacts &Facts,
                     const Event &Barrier);

/// "reads", "writes", "copies to" ...
llvm::StringRef verbOf(const Event &Access);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H
