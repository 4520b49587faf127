//===--- TicketFixIts.h - Edits that reset ticket counters ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TICKETFIXITS_H
#define WARPLINT_DIAGNOSTICS_TICKETFIXITS_H

#include "Finding/Finding.h"

namespace warplint::memoryorder {
struct UnresetTicket;
} // namespace warplint::memoryorder

namespace warplint {

class KernelFacts;

/// Adds to \p F the edit that lets \p Ticket start at 0 in the next launch: a
/// store where the last arrival is known, or the right limit of a counter that
/// wraps. Adds nothing where the place is not certain.
void addReset(Finding &F, const KernelFacts &Facts,
              const memoryorder::UnresetTicket &Ticket);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TICKETFIXITS_H
