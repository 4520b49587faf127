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
// kernel is judged with, and the conditions on the two threads. Likewise
// `__syncwarp(0xffff)` and the barriers of tiles, for two lanes of one warp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H

#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Participation/BarrierGroups.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include <map>
#include <memory>

namespace warplint::races {

class GroupPairs {
public:
  GroupPairs(const KernelFacts &Facts, llvm::ArrayRef<LaunchExtents> Shapes);
  /// Of lanes of one warp that are in different tiles of \p Lanes lanes: such
  /// tiles, or parts of them, meet at \p Barriers.
  GroupPairs(const KernelFacts &Facts, unsigned Lanes, BarrierSet Barriers);

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
  void findIntervals(Scope Common);

  const KernelFacts &Facts;
  unsigned Lanes = 0; ///< Of a tile; 0 for groups of warps.
  std::map<std::array<uint32_t, 3>, participation::BarrierGroups> ByBlock;
  BarrierSet Barriers; ///< Known in all launches.
  std::vector<Interval> Intervals;
  unsigned Unknown = 0;
};

/// For each size of the tiles whose lanes meet in \p Facts's kernel, the pairs
/// of lanes in different ones.
std::vector<std::unique_ptr<GroupPairs>> tilePairs(const KernelFacts &Facts);

// Blocks of a cluster access each other's shared memory. Barriers of the
// cluster order their threads, and so may mbarriers, atomics and flags (CUDA
// Programming Guide, "Distributed Shared Memory").

/// The kernel's clusters have several blocks, which access each other's shared
/// memory.
bool usesPeers(const KernelFacts &Facts);

/// A thread may learn in \p I how far threads of another block are; the order
/// of accesses in \p I is unknown then.
bool mayHearOfPeers(const Interval &I, const KernelFacts &Facts);

/// \p Shape with cluster extents: the known ones, or as many blocks along x, at
/// least two, as the ranks named in the kernel need. The grid is rounded up to
/// whole clusters.
LaunchExtents inClusters(LaunchExtents Shape, const KernelFacts &Facts);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_GROUPPAIRS_H
