//===--- BarrierGroups.h - Who comes to a named barrier -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier with a number and a count (`bar.sync 1, 64`) orders the warps that
// come to it and no others (PTX ISA, "bar, barrier"). They are known where the
// branches over the barrier depend on thread identity and constants, and where
// as many threads come, to wait or to arrive only, as the count says. Whoever
// is in no such group is on its own.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "CudaModel/Hardware.h"
#include <bitset>
#include <vector>

namespace warplint {

/// Warps of a block, by their number.
using WarpSet = std::bitset<MaxWarpsPerBlock>;

/// The named barriers of a kernel that count threads, in a block of one size.
class BarrierGroups {
public:
  /// \p BlockDim must be the known extents where the launch is known.
  BarrierGroups(const KernelFacts &Facts,
                const std::array<int64_t, 3> &BlockDim);

  /// Barriers of which it is known who comes.
  const BarrierSet &known() const { return Known; }
  /// How many there are of which it is not.
  unsigned numUnknown() const { return Unknown; }

  /// The warps that come to \p E, which is one of known().
  const WarpSet &warpsAt(const Event &E) const {
    return Coming.find(&E)->second;
  }
  /// Sets of warps that meet at a barrier, or of which each meets the next:
  /// what one of them did may be known to all. No warp is in two of them.
  llvm::ArrayRef<WarpSet> groups() const { return Groups; }

private:
  void join(WarpSet Members);

  BarrierSet Known;
  unsigned Unknown = 0;
  llvm::DenseMap<const Event *, WarpSet> Coming;
  std::vector<WarpSet> Groups;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H
