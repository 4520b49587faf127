//===--- TensorMemoryFaults.h - The life of tensor memory -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of tensor memory are allocated and freed by warps, and loads and
// stores of them run on until the warp waits (PTX ISA, "Tensor Memory
// Allocation and Management Instructions", "tcgen05.ld", "tcgen05.wait"). Each
// warp of a block is run with chosen values.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_TENSORMEMORY_TENSORMEMORYFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_TENSORMEMORY_TENSORMEMORYFAULTS_H

#include "Analysis/LaunchScenarios/Provenance.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <vector>

namespace warplint {
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::tensormemory {

struct TensorMemoryFault {
  enum class Kind : uint8_t {
    /// `Other` has given up the block's right to allocate.
    WithoutPermit,
    /// `At` allocates, and the block frees fewer times than it allocates.
    NeverFreed,
    /// `Other` has freed the last of what is allocated.
    UsedAfterFree,
    /// Nothing waits for the load or store `At`, or only after `Other` has
    /// freed
    /// the columns. `Other` otherwise: the first operation behind it that lets
    /// other threads go on, or null.
    NotWaitedFor,
    /// The columns are freed, and belong to a pair of blocks (`Other` allocates
    /// them), of which nothing has met the other one since their last use.
    PairNotMet,
    /// `Other` acts for another number of blocks.
    MixedGroups
  };
  Kind K = Kind::WithoutPermit;
  const Event *At = nullptr; ///< Never null.
  const Event *Other = nullptr;
  int64_t Warp = 0; ///< In whose run it shows.
  std::array<int64_t, 3> BlockDim = {0, 0, 0};
  scenarios::Provenance From = {}; ///< Of `BlockDim`.

  /// The same fault, whatever shows it.
  bool operator==(const TensorMemoryFault &R) const {
    return K == R.K && At == R.At;
  }
};

/// The faults of a kernel in the use of tensor memory: those that show for
/// every parameter value and every block that is tried, whatever data decide. A
/// fact of one kernel (KernelFacts::get).
class TensorMemoryFaults {
public:
  explicit TensorMemoryFaults(const KernelFacts &Facts);
  llvm::ArrayRef<TensorMemoryFault> all() const { return Found; }
  /// The kernel uses tensor memory, and some warp cannot be followed.
  bool isUnknown() const { return Unknown; }

private:
  std::vector<TensorMemoryFault> Found;
  bool Unknown = false;
};

} // namespace warplint::tensormemory

#endif // WARPLINT_ANALYSIS_DETECTORS_TENSORMEMORY_TENSORMEMORYFAULTS_H
