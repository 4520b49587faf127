// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial results of the rows of threads are combined by the first of each
// group, which alone meets a barrier of the block.

#include "bugs.h"

__global__ void combine(const float *in, float *out) {
  __shared__ float part[4][32];
  int x = threadIdx.x, y = threadIdx.y;
  part[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = part[y][x];
  if (y % 2 == 0) {
    sum += part[y + 1][x];
#if WARPLINT_BUGGY
    __syncthreads(); // BUG
#endif
    part[y][x] = sum;
  }
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  if (y == 0)
    out[x] = sum;
}

int main() {
  combine<<<1, dim3(32, 4)>>>(zeros<float>(128), zeros<float>(32));
  return finish();
}
