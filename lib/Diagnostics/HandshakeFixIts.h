//===--- HandshakeFixIts.h - Edits that add or widen fences -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a missing fence goes, and what a fence of too small a scope becomes. An
// edit is made only where its place is certain.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H
#define WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Finding/Finding.h"

namespace warplint {

/// The call of the fence that orders a handshake among threads of \p Needed, as
/// a user types it.
std::string fenceFor(Scope Needed);

/// Adds to \p F the edit that mends \p Fault: a fence before the announcement
/// or behind the observation, a fence of the right scope instead of a narrow
/// one, or a barrier that waits for all writers. Adds nothing where the place
/// is not certain.
void addFence(Finding &F, const KernelFacts &Facts,
              const memoryorder::HandshakeFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H
