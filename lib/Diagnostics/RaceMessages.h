//===--- RaceMessages.h - Races in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the race checks say: both accesses, both threads, the element, and the
// place of the barrier that is missing. Races that one barrier would end are
// told together.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_RACEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_RACEMESSAGES_H

#include "Diagnostics/RaceGroups.h"

namespace warplint {

/// Message, notes, witness and edit for \p Group, at its second access.
/// \p Remedy is the barrier that orders the two, as a user types it; empty if
/// one would not be enough.
void explainRaces(Finding &F, const RaceGroup &Group, const KernelFacts &Facts,
               llvm::StringRef Remedy);

/// One word or two, joined by a hyphen, for statistics.
llvm::StringRef nameOf(Undecided Why);
/// "distinct-indices": what a verdict rests on, as statistics name it.
llvm::StringRef nameOf(Assumption::Kind Of);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_RACEMESSAGES_H
