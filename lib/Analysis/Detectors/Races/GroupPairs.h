//===--- GroupPairs.h - Threads that no barrier brings together -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `bar.sync 1, 64` ends an interval of the 64 threads that come to it. For two
// threads that do not both belong to such a group, intervals go on behind it:
// these are theirs, in the launches that a kernel is examined with.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H

#include "Analysis/Participation/BarrierGroups.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/Detectors/Races/Race.h"
#include <map>

namespace warplint {

class GroupPairs {
public:
  GroupPairs(const KernelFacts &Facts, llvm::ArrayRef<LaunchExtents> Shapes);

  /// Intervals that hold a barrier of a group; empty if every barrier that is
  /// known orders the whole block.
  const std::vector<Interval> &intervals() const { return Intervals; }
  /// Named barriers that count for the whole block, because it is not known in
  /// some launch who comes, and intervals in which other handshakes may hand on
  /// what a group knows.
  unsigned numUnknown() const { return Unknown; }

  /// What holds for two threads of the launch of \p Symbols, of which the first
  /// comes to \p A and the second to \p B, if no barrier of a group orders
  /// them.
  llvm::SmallVector<const Term *, 4>
  conditions(QuerySymbols &Symbols, const Event &A, const Event &B) const;
  /// Sets `GroupBarrier` of \p Found, the nearest that one of the two passed.
  void describe(Race &Found) const;

private:
  const BarrierGroups &groupsIn(const LaunchExtents &Shape) const;
  bool mayHandOn(const Interval &I) const;

  const KernelFacts &Facts;
  std::map<std::array<uint32_t, 3>, BarrierGroups> ByBlock;
  BarrierSet Barriers; ///< Known in all launches.
  std::vector<Interval> Intervals;
  unsigned Unknown = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
