// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: grid-sync-launch
// fails: launch failure
// certainty: certain
// trials: 2
// needs: sm_70
//
// The grid group's barrier needs a place to count blocks in, which only a
// cooperative launch makes.

#include <cooperative_groups.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Blocks = 8;
constexpr int Threads = 64;

__global__ void neighbours(int *data, int *result) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  // BUG(grid-sync-launch): the launch is not cooperative
  cg::this_grid().sync();
  result[i] = data[(i + Threads) % (Blocks * Threads)];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> data(Blocks * Threads), result(Blocks * Threads);
  int *dataPointer = data.get(), *resultPointer = result.get();
  while (trial.nextRound()) {
#if WARPLINT_BUGGY
    neighbours<<<Blocks, Threads>>>(dataPointer, resultPointer);
#else
    void *arguments[] = {&dataPointer, &resultPointer};
    require(
        cudaLaunchCooperativeKernel(neighbours, Blocks, Threads, arguments));
#endif
    finish();
    std::vector<int> values = result.read();
    for (int i = 0; i < Blocks * Threads; ++i)
      trial.expect(values[i], (i + Threads) % (Blocks * Threads));
  }
  return trial.outcome();
}
