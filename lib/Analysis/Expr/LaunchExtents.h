//===--- LaunchExtents.h - Extents and attributes of a launch ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_LAUNCHEXTENTS_H
#define WARPLINT_ANALYSIS_EXPR_LAUNCHEXTENTS_H

#include <array>
#include <cstdint>

namespace warplint {

/// Extents of a launch, in threads or blocks per axis; 0 where unknown.
struct LaunchExtents {
  std::array<uint32_t, 3> Block = {0, 0, 0};
  std::array<uint32_t, 3> Grid = {0, 0, 0};
  /// Blocks per cluster (`__cluster_dims__`).
  std::array<uint32_t, 3> Cluster = {0, 0, 0};
  /// Upper bound on threads per block (`__launch_bounds__`); 0 if unknown.
  uint32_t MaxThreads = 0;

  /// Threads per block; 0 if any axis is unknown.
  uint64_t blockSize() const {
    return uint64_t(Block[0]) * Block[1] * Block[2];
  }
  /// Blocks per cluster; 0 if any axis is unknown.
  uint64_t clusterSize() const {
    return uint64_t(Cluster[0]) * Cluster[1] * Cluster[2];
  }
  /// Blocks of the grid; 0 if any axis is unknown.
  uint64_t gridSize() const { return uint64_t(Grid[0]) * Grid[1] * Grid[2]; }

  /// These extents, with those of \p Other for each axis of block and grid that
  /// is unknown here.
  LaunchExtents orElse(const LaunchExtents &Other) const {
    LaunchExtents Result = *this;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      if (!Block[Axis])
        Result.Block[Axis] = Other.Block[Axis];
      if (!Grid[Axis])
        Result.Grid[Axis] = Other.Grid[Axis];
    }
    return Result;
  }
};

/// An answer that may be unknown.
enum class TriState : uint8_t { No, Yes, Unknown };

/// Launch attributes beside extents. `<<<>>>` sets none.
struct LaunchAttributes {
  /// All blocks are resident at once, so that they can wait for each other
  /// (CUDA Programming Guide, "Grid Synchronization").
  TriState Cooperative = TriState::No;
  /// The kernel may begin before the launch before it in the stream has ended
  /// (CUDA Programming Guide, "Programmatic Dependent Launch and
  /// Synchronization": cudaLaunchAttributeProgrammaticStreamSerialization).
  TriState OverlapsPredecessor = TriState::No;

  bool operator==(const LaunchAttributes &R) const {
    return Cooperative == R.Cooperative &&
           OverlapsPredecessor == R.OverlapsPredecessor;
  }
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_LAUNCHEXTENTS_H
