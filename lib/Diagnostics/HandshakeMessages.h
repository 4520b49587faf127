//===--- HandshakeMessages.h - Handshakes in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of a fault of a handshake, the same in all checks that report
// one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// The variable or member that \p Op accesses: "'parts'", or "memory" if it has
/// no name.
std::string nameOfPlace(const MemoryOperation &Op);

/// "'atomicInc()'" or "this store to 'flag'".
std::string nameOfOperation(const MemoryOperation &Op);

/// Adds to \p F, which has a check and nothing else, where the fault is, what
/// is wrong, both sides of the handshake, and what to do.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const HandshakeFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H
