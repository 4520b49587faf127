// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: ticket-not-reset
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// atomicInc wraps to zero after its bound, here one ticket too late: each
// launch leaves the counter one higher than the one before.

#include "runtime_case.h"

constexpr int Blocks = 64;

__device__ unsigned tickets;

__global__ void sumOfBlocks(volatile int *parts, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = launch;
  __threadfence();
#if WARPLINT_BUGGY
  // BUG(ticket-not-reset): wraps after gridDim.x, compared with gridDim.x - 1
  unsigned ticket = atomicInc(&tickets, gridDim.x);
#else
  unsigned ticket = atomicInc(&tickets, gridDim.x - 1);
#endif
  if (ticket == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      sum += parts[block];
    *total = sum;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> parts(Blocks), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    total.fill(0);
    sumOfBlocks<<<Blocks, 32>>>(parts.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], Blocks * launch);
  }
  return trial.outcome();
}
