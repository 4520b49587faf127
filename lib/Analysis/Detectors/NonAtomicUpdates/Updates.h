//===--- Updates.h - What several threads change at once -------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element is read, changed and written back without an atomic, and another
// thread may do the same in between: one of the two changes is lost (CUDA
// Programming Guide, "Atomic Functions"). Where the index follows from who the
// thread is, the race engine shows it; where it is read from memory, or where a
// test of the element decides, two threads are looked for here that the program
// leads to one element, given what they read.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H

#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Detectors/NonAtomicUpdates/CollidingThreads.h"
#include <array>

namespace warplint {

/// An update that threads can make at once.
struct LostUpdate {
  PlaceUpdate Of;
  CollidingThreads Threads;
  /// What was read, and is the index; null if it is the same for all.
  const Term *Index = nullptr;
  /// A constant is stored beside it that says that something changed: it is
  /// done again until nothing does.
  const Event *Repeats = nullptr;
};

/// A fact of one kernel (KernelFacts::get).
class Updates {
public:
  explicit Updates(const KernelFacts &Facts);

  /// At most one for each write, in the order of the program. Left out: those
  /// that take part in a race that the race engine found.
  llvm::ArrayRef<LostUpdate> lost() const { return Lost; }
  /// Updates through data that are silent because of an assumption, by
  /// `Assumption::Kind`.
  const std::array<unsigned, AssumptionKinds> &assumed() const {
    return Assumed;
  }
  /// The update that both threads of \p R make, if it is one; null otherwise.
  const PlaceUpdate *updateIn(const Race &R) const;

private:
  const PlaceUpdate *updateAt(const Event &Access) const;

  std::vector<PlaceUpdate> All;
  std::vector<LostUpdate> Lost;
  std::array<unsigned, AssumptionKinds> Assumed = {};
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H
