//===--- HandshakeMessages.h - Messages about handshakes --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a finding says of a handshake fault, the same in all checks that report
// one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H

#include "Finding/Finding.h"
#include <string>

namespace warplint::memoryorder {
struct HandshakeFault;
} // namespace warplint::memoryorder

namespace warplint {

class KernelFacts;
struct MemoryOperation;

/// The variable or member that \p Op accesses: "'parts'", or "memory" if it has
/// no name.
std::string nameOfPlace(const MemoryOperation &Op);

/// "'atomicInc()'" or "this store to 'flag'".
std::string nameOfOperation(const MemoryOperation &Op);

/// Adds to \p F, which has only a check, the text for \p Fault: its location,
/// what is wrong, notes at both sides of the handshake, and advice.
void explainFault(Finding &F, const KernelFacts &Facts,
                  const memoryorder::HandshakeFault &Fault);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_HANDSHAKEMESSAGES_H
