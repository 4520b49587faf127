// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: uninitialized-shared-read
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Nobody zeroes a block's bins. Shared memory starts with whatever the last
// block on that multiprocessor left in it, here its own counts.

#include "runtime_case.h"

constexpr int Bins = 256;
constexpr int Blocks = 2048;

__global__ void histogram(const int *text, int *bins) {
  __shared__ int local[Bins];
#if !WARPLINT_BUGGY
  local[threadIdx.x] = 0;
  __syncthreads();
#endif
  // BUG(uninitialized-shared-read): what the bins hold is anybody's guess
  atomicAdd(&local[text[threadIdx.x]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> text(counting(Bins)), bins(Bins);
  while (trial.nextRound()) {
    bins.fill(0);
    histogram<<<Blocks, Bins>>>(text.get(), bins.get());
    finish();
    for (int count : bins.read())
      trial.expect(count, Blocks);
  }
  return trial.outcome();
}
