//===--- StaleReads.h - Reads that may miss what others write -*- C++ -*-===//
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

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"

namespace warplint {

struct StaleRead {
  enum class Kind : uint8_t {
    Waiting,   ///< A loop that nothing but this plain read can end.
    Again,     ///< The thread has read the location before: `Before`.
    ReadOnly,  ///< Through a cache for data that nobody writes.
    LastBlock, ///< Plain, with nothing between it and the ticket `Before`.
  };
  Kind K = Kind::Waiting;
  const MemoryOperation *Read = nullptr;
  const MemoryOperation *Before = nullptr;
  const MemoryOperation *Write = nullptr; ///< Null if the kernel has none.
};

std::vector<StaleRead> staleReads(const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_STALEREADS_H
