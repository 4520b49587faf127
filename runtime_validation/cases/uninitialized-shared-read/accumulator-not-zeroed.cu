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
// A block's counter of hits lies in shared memory and is never set to zero.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Blocks = 4096;

__global__ void hitsOfBlock(const int *in, int *hits) {
  __shared__ int count;
#if !WARPLINT_BUGGY
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
#endif
  if (in[threadIdx.x] > 0) {
    // BUG(uninitialized-shared-read): nobody has set it to zero
    atomicAdd(&count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    hits[blockIdx.x] = count;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> in(counting(Threads, 1, -27)), hits(Blocks);
  while (trial.nextRound()) {
    hitsOfBlock<<<Blocks, Threads>>>(in.get(), hits.get());
    finish();
    for (int count : hits.read())
      trial.expect(count, 100);
  }
  return trial.outcome();
}
