// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp whose part of the tile is masked out goes on with the next tile and
// leaves out the barrier behind its use.

#include "bugs.h"

__global__ void scores(const float *keys, const int *masked, float *out, int tiles) {
  __shared__ float tile[128];
  int t = threadIdx.x, warp = t / 32;
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    tile[t] = keys[i * 128 + t];
    __syncthreads();
#if WARPLINT_BUGGY
    if (masked[i * 4 + warp])
      continue;
    sum += tile[127 - t]; // BUG
#else
    if (!masked[i * 4 + warp])
      sum += tile[127 - t];
#endif
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  scores<<<4, 128>>>(zeros<float>(4096), zeros<int>(128), zeros<float>(512), 32);
  return finish();
}
