//===--- TicketResets.h - Tickets that are not reset ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether the counter by which the last block recognizes itself has its initial
// value again when the kernel ends.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H

#include <cstdint>
#include <vector>

namespace warplint {
class KernelFacts;
class Node;
struct MemoryOperation;
} // namespace warplint

namespace warplint::memoryorder {

struct TicketCounter;

/// A ticket counter that works for one launch only.
struct UnresetTicket {
  const TicketCounter *Counter = nullptr;
  /// The counter restarts, but this much after the value of the comparison
  /// (before it, if negative); 0 if it never restarts.
  int64_t Excess = 0;
  /// A reset that precedes the count, while other blocks may have counted
  /// already; null if there is none.
  const MemoryOperation *Early = nullptr;
  /// Where the last block may exit without the reset; null if there is none.
  const Node *Leaving = nullptr;
};

/// The faulty counters among device variables that no other kernel of the
/// translation unit uses. Counters that the host or another kernel may reset
/// are left out.
std::vector<UnresetTicket> unresetTickets(const KernelFacts &Facts);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_TICKETRESETS_H
