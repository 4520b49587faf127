//===--- UpdatedPlaces.h - Read-modify-write updates ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes that depend on the old value of the element, and the values that
// select the element.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H
#define WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H

#include "CudaModel/SyncApi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
class Node;
class Term;
struct Event;
} // namespace warplint

namespace warplint::updates {

/// A plain write that depends on the value that a plain read of the same
/// element returned.
struct PlaceUpdate {
  enum class Kind : uint8_t {
    Changed, ///< The written value is computed from the old value.
    Tested   ///< It is written if a test of the old value, `Test`, holds.
  };
  Kind K = Kind::Changed;
  const Event *Read = nullptr, *Write = nullptr; ///< Never null.
  /// The address and the value that are written, on the paths that lead to the
  /// write.
  const Term *Place = nullptr, *Value = nullptr;
  MemorySpace Space = MemorySpace::Global;
  const Node *Test = nullptr;
};

/// The updates of a kernel in program order, without those whose result does
/// not depend on order (one value, bits that all threads set alike).
std::vector<PlaceUpdate> updatesIn(const KernelFacts &Facts);

/// What the index of an element depends on, besides thread identity.
struct IndexSource {
  /// Loaded values, and values that are not modelled; each once.
  llvm::SmallVector<const Term *, 2> Data;
  /// A part of it, or the start of its range, was handed out by an atomic, a
  /// vote or another thread; or nothing is known of it.
  bool IsHandedOut = false;
};
IndexSource indexSource(const Term *Address, const KernelFacts &Facts);

/// The value of \p Load is assumed to belong to one thread: the kernel uses it
/// as an index of something that the thread owns.
bool isUsedAsOwn(const Term *Load, const PlaceUpdate &In,
                 llvm::ArrayRef<PlaceUpdate> All, const KernelFacts &Facts);

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H
