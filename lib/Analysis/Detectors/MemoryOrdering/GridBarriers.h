//===--- GridBarriers.h - Where all blocks wait for each other --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers across the grid: those of the grid group, and those that a kernel
// makes itself of a counter that each block moves and all wait for. Both need
// all blocks to be resident at once (CUDA Programming Guide, "Grid
// Synchronization").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"

namespace warplint {

struct GridBarrier {
  /// The grid group's barrier, or the atomic with which a block says that it
  /// has come.
  const Event *At = nullptr;
  /// The read that all blocks repeat until the last one has come; null for the
  /// grid group's barrier.
  const Event *Awaited = nullptr;
};

/// Those that some blocks reach in every launch, whatever its arguments are: a
/// loop is taken to run once. In the order of the program.
std::vector<GridBarrier> findGridBarriers(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_GRIDBARRIERS_H
