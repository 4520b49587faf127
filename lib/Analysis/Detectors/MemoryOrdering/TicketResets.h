//===--- TicketResets.h - Counters that work for one launch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the counter that tells the last block is back at its start when the
// kernel ends.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"

namespace warplint {

struct UnresetTicket {
  const TicketCounter *Counter = nullptr;
  /// The counter starts again, but this much after the value that is compared
  /// with (before it, if negative); 0 if it never does.
  int64_t Excess = 0;
  /// The counter is set back here, but before it counts, while others may have
  /// counted already.
  const MemoryOperation *Early = nullptr;
  /// The last block may leave here, past what sets the counter back.
  const Node *Leaving = nullptr;
};

/// Counters in device variables that only this kernel of the unit uses. What
/// the host or another kernel may set back is left out.
std::vector<UnresetTicket> unresetTickets(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H
