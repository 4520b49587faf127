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
// A loop adds up one tile after the other through the storage of cub. Warps
// that are done with a tile write their part of the next one while the first
// warp still adds up.

#include <cub/block/block_reduce.cuh>

#include "runtime_case.h"

constexpr int Threads = 1024;
constexpr int Tiles = 16;
constexpr int Blocks = 264;

using Reduce = cub::BlockReduce<int, Threads>;

__global__ void sumOfTiles(const int *in, int *sums) {
  __shared__ Reduce::TempStorage storage;
  int value = in[threadIdx.x];
  for (int tile = 0; tile < Tiles; ++tile) {
    // BUG(temp-storage-reuse): other warps may still be at the last tile
    int sum = Reduce(storage).Sum(value + tile);
    if (threadIdx.x == 0)
      sums[blockIdx.x * Tiles + tile] = sum;
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 50);
  DeviceArray<int> in(Threads, 1), sums(Blocks * Tiles);
  while (trial.nextRound()) {
    sumOfTiles<<<Blocks, Threads>>>(in.get(), sums.get());
    finish();
    std::vector<int> result = sums.read();
    for (int i = 0; i < Blocks * Tiles; ++i)
      trial.expect(result[i], Threads * (1 + i % Tiles));
  }
  return trial.outcome();
}
