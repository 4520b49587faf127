//===--- RaceMessages.h - Messages about races ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the race checks say: both accesses, both threads, the element, and the
// place of the missing barrier. Races that one barrier would end are one
// finding.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_RACEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_RACEMESSAGES_H

#include "Analysis/TwoThreads/Undecided.h"
#include "Diagnostics/RaceGroups.h"

namespace warplint {

class KernelFacts;
class Term;

/// Adds to \p F, located at the second access, the message, notes, witness and
/// edit for \p Group. \p Remedy is the barrier that orders the two accesses, as
/// a user types it; empty if one barrier is not enough.
void explainRaces(Finding &F, const RaceGroup &Group, const KernelFacts &Facts,
                  llvm::StringRef Remedy);

/// The name of the object \p Root (see rootOf), or of what the pointer to it
/// was read from; "memory" if it has none.
std::string nameOfRoot(const Term *Root);

/// The reason \p Why a pair of accesses stayed undecided, as statistics name
/// it: "work-limit".
llvm::StringRef nameOf(twothreads::Undecided Why);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_RACEMESSAGES_H
