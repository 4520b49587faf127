// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: missing-fence
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Every thread writes and fences, then one thread takes the block's ticket. The
// fence orders each thread's own writes; nothing says that the other warps have
// written at all when the ticket is taken.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Blocks = 64;

__device__ unsigned tickets;

__global__ void sumOfAll(volatile int *parts, int launch, int *total) {
  __shared__ bool last;
  if (blockIdx.x == 0 && threadIdx.x >= 96)
    comeLate(200000);
  parts[blockIdx.x * Threads + threadIdx.x] = launch;
  __threadfence();
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  if (threadIdx.x == 0) {
    // BUG(missing-fence): other warps may not have written
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    int sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * Threads; i += Threads)
      sum += parts[i];
    atomicAdd(total, sum);
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 50);
  DeviceArray<int> parts(Blocks * Threads), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    total.fill(0);
    sumOfAll<<<Blocks, Threads>>>(parts.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], Blocks * Threads * launch);
  }
  return trial.outcome();
}
