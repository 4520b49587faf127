//===--- BarrierGroups.h - Warps that meet at named barriers ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier with a number and a count (`bar.sync 1, 64`) orders the warps that
// reach it and no others (PTX ISA, "bar, barrier"). These warps are known if
// the branches over the barrier depend on thread identity and constants, and if
// as many threads wait or arrive as the count says.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Target/Limits.h"
#include <bitset>
#include <vector>

namespace warplint::participation {

/// Warps of a block, by their number.
using WarpSet = std::bitset<MaxWarpsPerBlock>;

/// The named barriers of a kernel that count threads, in a block of one size.
class BarrierGroups {
public:
  /// \p BlockDim must have the known extents of the launch.
  BarrierGroups(const KernelFacts &Facts,
                const std::array<int64_t, 3> &BlockDim);

  /// The barriers whose participating warps are known.
  const BarrierSet &known() const { return Known; }
  /// The number of barriers whose participating warps are not known.
  unsigned numUnknown() const { return Unknown; }

  /// The warps that reach \p E, which must be in known().
  const WarpSet &warpsAt(const Event &E) const {
    return Coming.find(&E)->second;
  }
  /// The connected sets of warps, if two warps are connected by a known barrier
  /// that both reach. Barriers may order what one warp of a set does with what
  /// any other warp of it does. No warp is in two sets; a warp that reaches no
  /// known barrier is in none.
  llvm::ArrayRef<WarpSet> groups() const { return Groups; }

private:
  void join(WarpSet Members);

  BarrierSet Known;
  unsigned Unknown = 0;
  llvm::DenseMap<const Event *, WarpSet> Coming;
  std::vector<WarpSet> Groups;
};

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_BARRIERGROUPS_H
