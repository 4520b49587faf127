//===--- BarrierReuse.h - Counters that move on too early -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks count themselves in and repeat a read until all have come. The last one
// lets all of them go, but each goes when it has looked: until then the counter
// must not take a value with which the wait goes on. A block that has gone and
// sets it back, or counts again where others wait for one value and no greater
// one, leaves those that have not looked yet waiting for good.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"

namespace warplint {

struct EarlyBarrierReuse {
  /// What blocks repeat until all have come. Never null, like the others.
  const MemoryOperation *Awaited = nullptr;
  /// With what a block says that it has come.
  const MemoryOperation *Arrival = nullptr;
  /// What a block does to the counter after its own wait: it stores a value
  /// with which the wait goes on, or counts.
  const MemoryOperation *Moves = nullptr;
  bool Counts = false; ///< `Moves` does.
};

/// One for each operation that moves such a counter, in the order of the
/// program.
std::vector<EarlyBarrierReuse> earlyBarrierReuses(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H
