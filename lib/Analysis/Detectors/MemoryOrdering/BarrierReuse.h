//===--- BarrierReuse.h - Grid barriers reused too early --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks increment a counter and repeat a read of it until all blocks have
// arrived. The last arrival ends the wait of all blocks, but each continues
// only after its own next read: until then the counter must not take a value
// for which the wait goes on. A block that continues and resets the counter, or
// that counts again where others wait for one exact value, lets blocks that
// have not read yet wait forever.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H

#include <vector>

namespace warplint {
class KernelFacts;
struct MemoryOperation;
} // namespace warplint

namespace warplint::memoryorder {

/// A grid barrier whose counter changes before all blocks have left the wait.
struct EarlyBarrierReuse {
  /// The read that blocks repeat until all have arrived. Never null, like the
  /// other two.
  const MemoryOperation *Awaited = nullptr;
  /// The operation by which a block arrives.
  const MemoryOperation *Arrival = nullptr;
  /// What a block does to the counter after its own wait: it stores a value for
  /// which the wait goes on, or counts again.
  const MemoryOperation *Moves = nullptr;
  bool Counts = false; ///< `Moves` counts again.
};

/// One for each operation that changes such a counter, in program order.
std::vector<EarlyBarrierReuse> earlyBarrierReuses(const KernelFacts &Facts);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_BARRIERREUSE_H
