//===--- StaleReads.h - Reads that may return stale values ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads that the compiler may serve from a register or the hardware from a
// cache while other threads write the location (CUDA Programming Guide,
// "Volatile Qualifier", "Read-Only Data Cache Load Function"; PTX ISA,
// "ld.global.nc").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_STALEREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_STALEREADS_H

#include <cstdint>
#include <vector>

namespace warplint {
class KernelFacts;
struct MemoryOperation;
} // namespace warplint

namespace warplint::memoryorder {

/// A read that may miss the writes of other threads.
struct StaleRead {
  enum class Kind : uint8_t {
    Waiting,  ///< Only this plain read can end a loop.
    Again,    ///< The thread has read the location before, at `Before`.
    ReadOnly, ///< Through a cache for read-only data, which is written.
    /// A plain read, with nothing between it and the ticket `Before`.
    LastBlock,
  };
  Kind K = Kind::Waiting;
  const MemoryOperation *Read = nullptr;
  const MemoryOperation *Before = nullptr;
  const MemoryOperation *Write = nullptr; ///< Null if the kernel has none.
};

/// The stale reads of a kernel.
std::vector<StaleRead> staleReads(const KernelFacts &Facts);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_STALEREADS_H
