// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: lock-discipline
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A spin lock excludes the other blocks and orders nothing: who holds it may
// read a counter from before the last holder's update.

#include "runtime_case.h"

constexpr int Blocks = 64;
constexpr int Rounds = 32;

__global__ void countUp(int *lock, int *counter) {
  if (threadIdx.x != 0)
    return;
  for (int round = 0; round < Rounds; ++round) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
#if !WARPLINT_BUGGY
    __threadfence();
#endif
    // BUG(lock-discipline): no fence after taking the lock
    *counter = *counter + 1;
#if !WARPLINT_BUGGY
    __threadfence();
#endif
    // BUG(lock-discipline): no fence before giving it back
    atomicExch(lock, 0);
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> lock(1), counter(1);
  while (trial.nextRound()) {
    counter.fill(0);
    countUp<<<Blocks, 32>>>(lock.get(), counter.get());
    finish();
    trial.expect(counter.read()[0], Blocks * Rounds);
  }
  return trial.outcome();
}
