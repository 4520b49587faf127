// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: stale-read
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The last block adds up what the others have written in this launch, through
// the read-only path. Its multiprocessor holds the lines of before, from when
// the block looked at the old values.

#include "runtime_case.h"

constexpr int Blocks = 64;

__device__ unsigned arrivals;

// parts[2 * block] is the block's old value, parts[2 * block + 1] its new one.
__global__ void growth(int *parts, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x != 0)
    comeLate(20000);
  parts[2 * blockIdx.x + 1] = launch;
  __threadfence();
  int before = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    before += parts[2 * block];
  if (blockIdx.x == 0)
    comeLate(100000);
  if (atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1) {
#if !WARPLINT_BUGGY
    __threadfence();
#endif
    int after = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
#if WARPLINT_BUGGY
      // BUG(stale-read): written in this launch
      after += __ldg(&parts[2 * block + 1]);
#else
      after += *(volatile int *)&parts[2 * block + 1];
#endif
    }
    *total = after - before;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> parts(2 * Blocks), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    growth<<<Blocks, 32>>>(parts.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], Blocks * launch);
  }
  return trial.outcome();
}
