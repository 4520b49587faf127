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

#include "Assumptions/Evidence.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
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
  /// Numbers that the block has read and by which rows are counted: how long
  /// one is, not which element.
  llvm::SmallVector<const Term *, 2> Pitches;
  /// A part of it, or the start of its range, was handed out by an atomic, a
  /// vote or another thread; or nothing is known of it.
  bool IsHandedOut = false;
};
IndexSource indexSource(const Term *Address, const KernelFacts &Facts);

/// Whether the kernel shows that threads get equal numbers in \p From: it
/// counts them or uses atomics beside \p U, maps many numbers to one element,
/// relates elements by pairs of numbers, or reads lists of them. \p All has the
/// updates of the kernel.
bool mayRepeat(const IndexSource &From, const PlaceUpdate &U,
               llvm::ArrayRef<PlaceUpdate> All, const KernelFacts &Facts);

/// The row of a sparse matrix in which \p Data, loaded for the address of the
/// write of \p U, is a column: a loop runs along the row from `begins[row]` to
/// `begins[row + 1]`, whose columns differ, and the value that it adds depends
/// on an element of that column, but not on that alone, since a weighted
/// histogram looks the same. Null if there is none.
const Term *rowOfColumn(const Term *Data, const PlaceUpdate &U,
                        const KernelFacts &Facts);

/// Two updates like \p U of one element, one after the other, leave another
/// value in the opposite order: the old value is both added to and multiplied.
/// False if unknown.
bool dependsOnOrder(const PlaceUpdate &U, const KernelFacts &Facts);

/// Two threads that execute an update at once, in a launch.
struct CollidingThreads {
  std::array<int64_t, 3> First = {}, Second = {}; ///< Indices in the block.
  bool OfTwoBlocks = false; ///< Of blocks 0 and 1; of one block otherwise.
  std::array<int64_t, 3> BlockDim = {};
  bool ShapeIsKnown = false; ///< BlockDim is that of a launch.
};

/// Two threads that can both reach the write of \p U, whose addresses are equal
/// if the values \p From that they load are. Parameters are assumed larger than
/// what is added to their multiples. Nothing if there are no such threads, if
/// that is unknown, or if the thread that writes was elected or owns its
/// element, which is an assumption then.
Answer<std::optional<CollidingThreads>>
collidingThreads(const PlaceUpdate &U, const IndexSource &From,
                 const KernelFacts &Facts);

} // namespace warplint::updates

#endif // WARPLINT_ANALYSIS_DETECTORS_NONATOMICUPDATES_UPDATEDPLACES_H
