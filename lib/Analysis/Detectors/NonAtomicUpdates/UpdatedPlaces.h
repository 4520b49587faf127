//===--- UpdatedPlaces.h - What updates change ------------------ -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes that depend on what was there before, and what chooses the element
// that they change.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <optional>
#include <vector>

namespace warplint {

/// A plain write that depends on what a plain read of the same place gave.
struct PlaceUpdate {
  enum class Kind : uint8_t {
    Changed, ///< What is written is computed from what was there.
    Tested   ///< It is written if a test of what was there, `Test`, holds.
  };
  Kind K = Kind::Changed;
  const Event *Read = nullptr, *Write = nullptr; ///< Never null.
  MemorySpace Space = MemorySpace::Global;
  const Node *Test = nullptr;
};

/// In the order of the program. Left out: writes that leave the same whatever
/// the order (one value, bits that all set alike).
std::vector<PlaceUpdate> updatesIn(const KernelFacts &Facts);

/// What the index of an element is made of, besides who the thread is.
struct IndexSource {
  /// Values read from memory that are part of it, and what is not modelled of
  /// them; each once.
  llvm::SmallVector<const Term *, 2> Data;
  /// An atomic, a vote or another thread gave a part of it; or where a part of
  /// it starts; or nothing is known of it.
  bool IsHandedOut = false;
};
IndexSource indexSource(const Term *Address, const KernelFacts &Facts);

/// The value \p Load comes to is taken to be in no other thread: the kernel
/// uses it as the number of something that is the thread's own.
bool isTakenForOwn(const Term *Load, const PlaceUpdate &In,
                   llvm::ArrayRef<PlaceUpdate> All, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H
