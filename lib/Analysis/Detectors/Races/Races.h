//===--- Races.h - Two threads, one element, no order between -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of accesses to shared and global memory that two threads can make to
// one element in one barrier interval, at least one a write, not both atomic
// (PTX ISA, "Memory Consistency Model", data races). A pair is decided in
// steps: the same thread by arithmetic, apart by arithmetic, then by likely
// values, by all values, and by a query to the solver. What is not known to
// race is not in the list.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/Races/RaceEngine.h"
#include <array>
#include <numeric>
#include <vector>

namespace warplint {

/// What deciding cost.
struct RaceEffort {
  unsigned Pairs = 0;   ///< Pairs that could touch one object in one interval.
  unsigned Queries = 0; ///< Questions that the solver was asked.
  /// Pairs that stayed undecided, by `Undecided`.
  std::array<unsigned, UndecidedKinds> Undecided = {};
  /// Pairs that are silent because of an assumption, by `Assumption::Kind`.
  std::array<unsigned, AssumptionKinds> Assumed = {};
  double Milliseconds = 0; ///< In the solver.

  unsigned undecided() const {
    return std::accumulate(Undecided.begin(), Undecided.end(), 0u);
  }
};

/// The races of one kernel: a fact (KernelFacts::get).
class Races {
public:
  explicit Races(const KernelFacts &Facts);

  /// One per pair of source locations.
  llvm::ArrayRef<Race> found() const { return Found; }
  const RaceEffort &effort() const { return Effort; }

private:
  std::vector<Race> Found;
  RaceEffort Effort;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H
