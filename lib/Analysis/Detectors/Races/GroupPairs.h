//===--- GroupPairs.h - Races across barriers of thread groups --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `bar.sync 1, 64` ends an interval only for the 64 threads that take part. For
// two threads that do not both belong to such a group, the interval continues
// after the barrier. This file has those intervals, in the launches that a
// kernel is judged with, and the conditions on the two threads.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Participation/BarrierGroups.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include <map>

namespace warplint::races {

class GroupPairs {
public:
  GroupPairs(const KernelFacts &Facts, llvm::ArrayRef<LaunchExtents> Shapes);

  /// Intervals that contain a barrier of a group; empty if every known barrier
  /// orders the whole block.
  const std::vector<Interval> &intervals() const { return Intervals; }
  /// Number of named barriers that are treated as barriers of the whole block,
  /// because their threads are unknown in some launch, and of intervals in
  /// which other synchronization may extend the order that a group has.
  unsigned numUnknown() const { return Unknown; }

  /// Conditions on two threads in the launch of \p Symbols, of which the first
  /// executes \p A and the second \p B, for no barrier of a group to order
  /// them.
  llvm::SmallVector<const Term *, 4>
  conditions(twothreads::QuerySymbols &Symbols, const Event &A,
             const Event &B) const;
  /// Sets `GroupBarrier` of \p Found to the nearest such barrier that one of
  /// its threads passed.
  void describe(Race &Found) const;

private:
  const participation::BarrierGroups &
  groupsIn(const LaunchExtents &Shape) const;
  bool mayHandOn(const Interval &I) const;

  const KernelFacts &Facts;
  std::map<std::array<uint32_t, 3>, participation::BarrierGroups> ByBlock;
  BarrierSet Barriers; ///< Known in all launches.
  std::vector<Interval> Intervals;
  unsigned Unknown = 0;
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
