//===--- Races.h - Data races of a kernel -----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of accesses to shared and global memory that two threads can make to
// one element in one barrier interval, at least one of them a write, not both
// atomic (PTX ISA, "Memory Consistency Model", data races). A pair is decided
// in steps: by arithmetic on identities and addresses, by likely values, by all
// values of both threads, and by a solver query. Pairs that are not known to
// race are not listed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H

#include "Analysis/Detectors/Races/RaceEffort.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::scenarios {
struct Scenario;
} // namespace warplint::scenarios

namespace warplint::races {

/// The races of one kernel. A fact of it (KernelFacts::get).
class Races {
public:
  explicit Races(const KernelFacts &Facts);
  ~Races();

  /// One per pair of source locations.
  llvm::ArrayRef<Race> found() const { return Found; }
  const RaceEffort &effort() const { return Effort; }
  /// The launches in which the pairs were judged.
  llvm::ArrayRef<scenarios::Scenario> launches() const;
  /// \p Access was compared with what else is in its intervals, or nothing is:
  /// no thread writes, or there are no two threads.
  bool compares(const Event &Access) const {
    return !Compared || Compared->contains(&Access);
  }

private:
  std::vector<Race> Found;
  RaceEffort Effort;
  std::vector<scenarios::Scenario> Launches;
  /// Looked up, never iterated.
  std::optional<llvm::DenseSet<const Event *>> Compared;
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACES_H
