// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: fence-scope
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The last block adds up the parts of all blocks, behind fences that reach no
// further than one block. Its L1 holds the lines of the parts, from when the
// block looked at the old values.

#include "runtime_case.h"

constexpr int Blocks = 64;

__device__ unsigned tickets;

// parts[2 * block] is the block's old value, parts[2 * block + 1] its new one.
__global__ void growth(int *parts, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  int before = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    before += parts[2 * block];
  comeLate(50000);
  parts[2 * blockIdx.x + 1] = launch;
#if WARPLINT_BUGGY
  // BUG(fence-scope): the reader is another block
  __threadfence_block();
#else
  __threadfence();
#endif
  if (atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1) {
#if WARPLINT_BUGGY
    __threadfence_block();
#else
    __threadfence();
#endif
    int after = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      after += parts[2 * block + 1];
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
