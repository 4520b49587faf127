//===--- kernel.h - What a thread passes on its path ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_KERNEL_H
#define WARPLINT_RECORDER_KERNEL_H

#include "arrivals.h"
#include "calls.h"

namespace warplint_recorder {

/// At the start of a kernel, in each thread.
struct Kernel {
  __device__ Kernel() {
    if (!recording())
      return;
    Word Grid = currentGrid(), Thread = threadOfGrid();
    Passed *Mine = slot(Grid, Thread);
    Mine->Grid = Grid + 1;
    Mine->Thread = Thread;
    Mine->BlockBarriers = Mine->NamedBarriers = Mine->WarpBarriers = 0;
    Mine->At = 0;
    for (unsigned Call = 0; Call <= WARPLINT_CALL_COUNT; ++Call)
      Mine->Calls[Call] = 0;
  }
  __device__ ~Kernel() {
    if (Passed *Mine = recording() ? ownSlot() : nullptr) {
      elsewhere(*Mine, /*Left=*/true);
      leavesCalls(*Mine);
    }
  }
};

__host__ __device__ inline void passedBlockBarrier() {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (Passed *Mine = recording() ? ownSlot() : nullptr) {
    elsewhere(*Mine, /*Left=*/false);
    Mine->At = 0;
    ++Mine->BlockBarriers;
  }
#endif
}
__host__ __device__ inline void passedWarpBarrier() {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (Passed *Mine = recording() ? ownSlot() : nullptr)
    ++Mine->WarpBarriers;
#endif
}
__host__ __device__ inline void passedNamedBarrier(unsigned Id) {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (!Id)
    return passedBlockBarrier();
  if (Passed *Mine = recording() ? ownSlot() : nullptr)
    ++Mine->NamedBarriers;
#endif
}
__host__ __device__ inline void passedCountedBarrier() {
  passedNamedBarrier(1);
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_KERNEL_H
