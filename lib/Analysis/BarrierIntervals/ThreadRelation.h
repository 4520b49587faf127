//===--- ThreadRelation.h - What two threads have in common ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_THREADRELATION_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_THREADRELATION_H

#include <cstdint>

namespace warplint {

/// The smallest group of threads (CUDA Programming Guide, "Thread Hierarchy")
/// that two different threads have in common, the smallest first.
enum class ThreadRelation : uint8_t {
  SameWarp,
  SameBlock,   ///< Of two warps.
  SameCluster, ///< Of two blocks, at shared memory of one.
  SameGrid     ///< Of two blocks, at global memory.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_THREADRELATION_H
