// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: implicit-warp-sync
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A prefix sum over the lanes of a warp in shared memory, with 32 zeros below
// the first lane and no __syncwarp between the steps.

#include "runtime_case.h"

__device__ void orderLanes() {
#if !WARPLINT_BUGGY
  __syncwarp();
#endif
}

__device__ void addFrom(int *cell, unsigned lane, unsigned distance) {
  int below = cell[32 + lane - distance];
  orderLanes();
  cell[32 + lane] += below;
  orderLanes();
}

__global__ void prefixSum(const int *in, int *out) {
  __shared__ int cell[64];
  unsigned lane = threadIdx.x;
  cell[lane] = 0;
  cell[32 + lane] = in[lane];
  __syncwarp();
  addFrom(cell, lane, 1);
  // BUG(implicit-warp-sync): another lane has just written the cell below
  addFrom(cell, lane, 2);
  addFrom(cell, lane, 4);
  addFrom(cell, lane, 8);
  addFrom(cell, lane, 16);
  out[lane] = cell[32 + lane];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(32, 1), out(32);
  while (trial.nextRound()) {
    prefixSum<<<1, 32>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int lane = 0; lane < 32; ++lane)
      trial.expect(result[lane], lane + 1);
  }
  return trial.outcome();
}
