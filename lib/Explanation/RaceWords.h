//===--- RaceWords.h - Races in the user's words -*- C++ -*-===//
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

#ifndef WARPLINT_EXPLANATION_RACEWORDS_H
#define WARPLINT_EXPLANATION_RACEWORDS_H

#include "Analysis/Races/Races.h"
#include "Explanation/Explanation.h"

namespace warplint {

/// Races that have one remedy; the first is the one to tell.
struct RaceGroup {
  std::vector<const Race *> Races;
  ShownAt First, Second; ///< Of the first race, in one function.
  /// Where barriers would stand, that between the first race's accesses first;
  /// empty if there is no certain place.
  std::vector<clang::SourceLocation> Barriers;
};

/// What is told together.
enum class GroupRacesBy : uint8_t {
  Barrier, ///< Races that one barrier ends.
  Object   ///< Races on one object in one function: the steps of one exchange.
};

/// \p Races in groups, in the order in which they can happen.
std::vector<RaceGroup> groupRaces(const KernelFacts &Facts,
                                  llvm::ArrayRef<const Race *> Races,
                                  GroupRacesBy By);

/// Message, notes, witness and edit for \p Group, at its second access.
/// \p Remedy is the barrier that orders the two, as a user types it; empty if
/// one would not be enough.
void tellRaces(Finding &F, const RaceGroup &Group, const KernelFacts &Facts,
               llvm::StringRef Remedy);

/// One word or two, joined by a hyphen, for statistics.
llvm::StringRef nameOf(Undecided Why);
/// "distinct-indices": what a verdict rests on, as statistics name it.
llvm::StringRef nameOf(Assumption::Kind Of);

} // namespace warplint

#endif // WARPLINT_EXPLANATION_RACEWORDS_H
