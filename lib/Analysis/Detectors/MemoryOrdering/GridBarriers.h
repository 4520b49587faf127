//===--- GridBarriers.h - Barriers across the grid --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers across the grid: those of the grid group, and those that a kernel
// builds from a counter that each block increments and all blocks wait for.
// Both require that all blocks are resident at once (CUDA Programming Guide,
// "Grid Synchronization").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H

#include <vector>

namespace warplint {
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::memoryorder {

/// A barrier for all blocks of the grid.
struct GridBarrier {
  /// The grid group's barrier, or the atomic by which a block arrives.
  const Event *At = nullptr;
  /// The read that all blocks repeat until the last one has arrived; null for
  /// the grid group's barrier.
  const Event *Awaited = nullptr;
};

/// The barriers that some blocks reach in every launch, whatever its arguments
/// are; loops are taken to have one iteration. In program order.
std::vector<GridBarrier> findGridBarriers(const KernelFacts &Facts);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H
