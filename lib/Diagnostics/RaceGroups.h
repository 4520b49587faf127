//===--- RaceGroups.h - Races that one finding reports together -*- C++ -*-===//
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

namespace warplint::races {
struct Race;
} // namespace warplint::races

namespace warplint {

class KernelFacts;

/// Races with one remedy, which one finding reports; the finding describes the
/// first.
struct RaceGroup {
  std::vector<const races::Race *> Races;
  MessagePlace First, Second; ///< Accesses of the first race, in one function.
  /// Where the missing barriers go, the one between the accesses of the first
  /// race first; empty if there is no certain place.
  std::vector<clang::SourceLocation> Barriers;
};

/// Which races are one finding.
enum class GroupRacesBy : uint8_t {
  Barrier, ///< Races that one barrier ends.
  Object   ///< Races on one object in one function: the steps of one exchange.
};

/// Groups \p Races; groups are in the order in which they can happen.
std::vector<RaceGroup> groupRaces(const KernelFacts &Facts,
                                  llvm::ArrayRef<const races::Race *> Races,
                                  GroupRacesBy By);

/// Whether one statement of a block holds both places.
bool areInOneStatement(const KernelFacts &Facts, const MessagePlace &One,
                       const MessagePlace &Other);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_RACEGROUPS_H
