//===--- HandshakeFixIts.h - Edits that mend handshakes -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a missing fence goes, and what a narrow one becomes. An edit is made
// only where its place is certain.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H
#define WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Finding/Finding.h"

namespace warplint {

/// The call of a fence for a handshake among threads of \p Needed.
std::string fenceFor(Scope Needed);

/// Adds to \p F a fence before the announcement or behind the observation, the
/// right fence instead of a narrow one, or a barrier that waits for all
/// writers.
void addFence(Finding &F, const KernelFacts &Facts,
              const HandshakeFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_HANDSHAKEFIXITS_H
