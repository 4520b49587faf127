//===--- RaceEffort.h - What deciding pairs took ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEEFFORT_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEEFFORT_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/TwoThreads/Undecided.h"
#include <array>
#include <numeric>

namespace warplint::races {

/// What keeps the pairs silent that decide one kind of race (RaceKind).
struct SilentPairs {
  Evidence RestsOn;
  /// Undecided pairs, by `Undecided`.
  std::array<unsigned, twothreads::UndecidedKinds> Undecided = {};
  /// Some pair was judged in guessed launches only.
  bool IsGuessed = false;
  /// Some pair races in some of the guessed shapes, and not in all of them.
  bool InSomeShapes = false;
  /// A race of the same statements is found between other threads.
  bool IsReportedOfOthers = false;
  /// No thread reaches one of two accesses in a launch that was judged.
  bool IsUnreached = false;
  /// What is stored keeps some pair from being a race.
  bool ByValue = false;
};

/// What it cost to decide the pairs of a kernel.
struct RaceEffort {
  unsigned Pairs = 0;   ///< Pairs that may touch one object in one interval.
  unsigned Queries = 0; ///< Solver queries.
  /// Undecided pairs, by `Undecided`.
  std::array<unsigned, twothreads::UndecidedKinds> Undecided = {};
  /// Pairs that are not reported because of an assumption, by what they
  /// rest on.
  AssumptionCounts Assumed;
  double Milliseconds = 0; ///< In the solver.
  /// Witnesses whose threads meet when they are run, those of which that is not
  /// known because a value that decides is not modelled, and those whose
  /// threads do not meet: a fault of the encoding or of the run. All are
  /// reported.
  unsigned Replayed = 0, NotReplayed = 0, Refuted = 0;
  std::array<SilentPairs, RaceKinds> Silent; ///< By `RaceKind`.

  unsigned undecided() const {
    return std::accumulate(Undecided.begin(), Undecided.end(), 0u);
  }
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEEFFORT_H
