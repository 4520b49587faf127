//===--- ThreadRelation.h - Smallest group two threads share ----*- C++ -*-===//
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
/// that two different threads share, from the smallest group to the largest.
enum class ThreadRelation : uint8_t {
  SameWarp,
  SameBlock,   ///< Two warps of one block.
  SameCluster, ///< Two blocks that access shared memory of one of them.
  SameGrid     ///< Two blocks that access global memory.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_THREADRELATION_H
