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
// The unrolled last warp of a reduction, on the faith that lanes run in lock
// step. The compiler keeps each lane's own cell in a register, and the hardware
// need not keep the lanes together.

#include "runtime_case.h"

__device__ void orderLanes() {
#if !WARPLINT_BUGGY
  __syncwarp();
#endif
}

__device__ void addFrom(int *cell, unsigned lane, unsigned distance) {
  int other = cell[lane + distance];
  orderLanes();
  cell[lane] += other;
  orderLanes();
}

__global__ void sumOf64(const int *in, int *result) {
  __shared__ int cell[64];
  unsigned lane = threadIdx.x;
  cell[lane] = in[lane];
  __syncthreads();
  if (lane < 32) {
    // BUG(implicit-warp-sync): each step reads what other lanes have just
    // written
    addFrom(cell, lane, 32);
    addFrom(cell, lane, 16);
    addFrom(cell, lane, 8);
    addFrom(cell, lane, 4);
    addFrom(cell, lane, 2);
    addFrom(cell, lane, 1);
  }
  if (lane == 0)
    *result = cell[0];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(64, 1), result(1);
  while (trial.nextRound()) {
    sumOf64<<<1, 64>>>(in.get(), result.get());
    finish();
    trial.expect(result.read()[0], 64);
  }
  return trial.outcome();
}
