// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of row numbers is filled again for the next tile while slow
// threads still look up the last one.

#include "bugs.h"

__global__ void tiles(const int *ids, const float *in, float *out, int count) {
  __shared__ int row[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int tile = blockIdx.x; tile < count; tile += gridDim.x) {
    row[t] = ids[tile * 128 + t]; // BUG
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      sum += in[row[(t + k * 16) % 128]];
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  tiles<<<4, 128>>>(zeros<int>(8192), zeros<float>(128), zeros<float>(512), 64);
  return finish();
}
