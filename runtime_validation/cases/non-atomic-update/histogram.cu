// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: non-atomic-update
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A histogram in global memory. Lanes of one warp that read the same bin all
// write back one more than what was there: all but one are lost.

#include "runtime_case.h"

constexpr int Threads = 256;
constexpr int Blocks = 64;
constexpr int Bins = 16;

__global__ void countBins(const int *values, int *count) {
  int i = blockIdx.x * Threads + threadIdx.x;
#if WARPLINT_BUGGY
  // BUG(non-atomic-update): other threads read the same value
  count[values[i] % Bins]++;
#else
  atomicAdd(&count[values[i] % Bins], 1);
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> values(counting(Blocks * Threads, 1, 0)), count(Bins);
  while (trial.nextRound()) {
    count.fill(0);
    countBins<<<Blocks, Threads>>>(values.get(), count.get());
    finish();
    for (int found : count.read())
      trial.expect(found, Blocks * Threads / Bins);
  }
  return trial.outcome();
}
