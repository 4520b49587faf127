// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: shared-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A tile is written by rows and read by columns. A warp writes one row and
// reads one cell of each, so it needs the rows of warps that may not have come
// yet.

#include "runtime_case.h"

constexpr int Side = 32;

__global__ void transpose(const int *image, int *turned) {
  __shared__ int tile[Side][Side + 1];
  int column = threadIdx.x;
  int row = threadIdx.y;
  tile[row][column] = image[row * Side + column];
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  // BUG(shared-memory-race): the cell was written by another thread
  turned[row * Side + column] = tile[column][row];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 100);
  DeviceArray<int> image(counting(Side * Side, 1, 1)), turned(Side * Side);
  while (trial.nextRound()) {
    transpose<<<1, dim3(Side, Side)>>>(image.get(), turned.get());
    finish();
    std::vector<int> out = turned.read();
    for (int row = 0; row < Side; ++row)
      for (int column = 0; column < Side; ++column)
        trial.expect(out[row * Side + column], column * Side + row + 1);
  }
  return trial.outcome();
}
