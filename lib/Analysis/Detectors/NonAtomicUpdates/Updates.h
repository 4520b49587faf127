//===--- Updates.h - Lost updates -------------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element is read, changed and written back without an atomic, while another
// thread may do the same in between: one of the two changes is lost (CUDA
// Programming Guide, "Atomic Functions"). If the index follows from thread
// identity, the race engine finds it. If the index is loaded, or if a test of
// the element decides, this file looks for two threads that update one element,
// given what they loaded.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H

#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>

namespace warplint {
class KernelFacts;
class Term;
struct Event;
} // namespace warplint

namespace warplint::races {
struct Race;
} // namespace warplint::races

namespace warplint::updates {

/// An update that two threads can make at once.
struct LostUpdate {
  PlaceUpdate Of;
  CollidingThreads Threads;
  /// The loaded value that is the index; null if all threads have the same
  /// index.
  const Term *Index = nullptr;
  /// A store of a constant next to it that says that something changed, so that
  /// the kernel is repeated until nothing does; null if there is none.
  const Event *Repeats = nullptr;
  /// Nothing shows that threads get equal indices (see mayRepeat).
  bool IsGuess = false;
  Evidence RestsOn;
};

/// The lost updates of a kernel. A fact of it (KernelFacts::get).
class Updates {
public:
  explicit Updates(const KernelFacts &Facts);

  /// At most one for each write, in program order, without those in races that
  /// the race engine found.
  llvm::ArrayRef<LostUpdate> lost() const { return Lost; }
  /// Updates of loaded elements that are not reported because of an assumption.
  const AssumptionCounts &assumed() const { return Assumed; }
  /// The update that both threads of \p R make; null if \p R is none.
  const PlaceUpdate *updateIn(const races::Race &R) const;

private:
  const PlaceUpdate *updateAt(const Event &Access) const;

  std::vector<PlaceUpdate> All;
  std::vector<LostUpdate> Lost;
  AssumptionCounts Assumed;
};

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATES_H
