// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: temp-storage-reuse
// fails: wrong result
// certainty: frequent
// trials: 5
// needs: sm_70
//
// Two block-wide sums share the storage of cub. Between them stands no barrier,
// so a fast warp's part of the second sum overwrites one of the first that is
// not yet added up.

#include <cub/block/block_reduce.cuh>

#include "runtime_case.h"

constexpr int Threads = 1024;
constexpr int Blocks = 264;

using Reduce = cub::BlockReduce<int, Threads>;

__global__ void twoSums(const int *left, const int *right, int *sums) {
  __shared__ Reduce::TempStorage storage;
  int a = left[threadIdx.x];
  int b = right[threadIdx.x];
  int first = Reduce(storage).Sum(a);
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  // BUG(temp-storage-reuse): other threads may still be in the first sum
  int second = Reduce(storage).Sum(b);
  if (threadIdx.x == 0) {
    sums[2 * blockIdx.x] = first;
    sums[2 * blockIdx.x + 1] = second;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 200);
  DeviceArray<int> left(Threads, 1), right(Threads, 3), sums(2 * Blocks);
  while (trial.nextRound()) {
    twoSums<<<Blocks, Threads>>>(left.get(), right.get(), sums.get());
    finish();
    std::vector<int> result = sums.read();
    for (int i = 0; i < 2 * Blocks; ++i)
      trial.expect(result[i], Threads * (i % 2 ? 3 : 1));
  }
  return trial.outcome();
}
