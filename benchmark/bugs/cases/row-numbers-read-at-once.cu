// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of the rows of a tile are copied to shared memory and read by
// other threads at once.

#include "bugs.h"

__global__ void fixup(const int *ids, const float *in, float *out) {
  __shared__ int row[64];
  int t = threadIdx.x;
  if (t < 64)
    row[t] = ids[blockIdx.x * 64 + t];
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  for (int i = t; i < 64 * 16; i += blockDim.x)
    out[i] = in[row[i / 16] * 16 + i % 16]; // BUG
}

int main() {
  int *ids = zeros<int>(256);
  fixup<<<1, 256>>>(ids, zeros<float>(1024), zeros<float>(8192));
  return finish();
}
