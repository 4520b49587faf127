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
// The last block is the one that takes ticket gridDim.x - 1. Nobody sets the
// counter back, so from the second launch on no block is the last one.

#include "runtime_case.h"

constexpr int Blocks = 64;

__device__ unsigned tickets;

__global__ void sumOfBlocks(volatile int *parts, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = launch;
  __threadfence();
  // BUG(ticket-not-reset): the second launch starts at gridDim.x
  unsigned ticket = atomicAdd(&tickets, 1u);
  if (ticket == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      sum += parts[block];
    *total = sum;
#if !WARPLINT_BUGGY
    tickets = 0;
#endif
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> parts(Blocks), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    sumOfBlocks<<<Blocks, 32>>>(parts.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], Blocks * launch);
  }
  return trial.outcome();
}
