//===--- RaceGroups.h - Races that one barrier ends --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_RACEGROUPS_H
#define WARPLINT_DIAGNOSTICS_RACEGROUPS_H

#include "Analysis/Detectors/Races/Races.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// Races that have one remedy; the first is the one to tell.
struct RaceGroup {
  std::vector<const Race *> Races;
  MessagePlace First, Second; ///< Of the first race, in one function.
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

/// One statement of a block holds both.
bool areInOneStatement(const KernelFacts &Facts, const MessagePlace &One,
                       const MessagePlace &Other);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_RACEGROUPS_H
