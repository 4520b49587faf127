// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: global-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// All threads that find a negative value count it in one variable. Increments
// that overlap are lost.

#include "runtime_case.h"

constexpr int Threads = 256;
constexpr int Blocks = 64;

__global__ void countNegative(const int *values, int *count) {
  int i = blockIdx.x * Threads + threadIdx.x;
  if (values[i] < 0) {
#if WARPLINT_BUGGY
    // BUG(global-memory-race): increments by other threads are lost
    *count += 1;
#else
    atomicAdd(count, 1);
#endif
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> values(counting(Blocks * Threads, 1, -1000)), count(1);
  while (trial.nextRound()) {
    count.fill(0);
    countNegative<<<Blocks, Threads>>>(values.get(), count.get());
    finish();
    trial.expect(count.read()[0], 1000);
  }
  return trial.outcome();
}
