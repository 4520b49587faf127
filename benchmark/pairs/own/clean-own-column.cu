// Each thread uses a column of its own, with no barrier.
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void count(const unsigned char *keys, int *sums, int n) {
  __shared__ int column[4][64];
  for (int k = 0; k < 4; ++k)
    column[k][threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += 64)
    ++column[keys[i] & 3][threadIdx.x];
  for (int k = 0; k < 4; ++k)
    atomicAdd(&sums[k], column[k][threadIdx.x]);
}

void launch(const unsigned char *keys, int *sums, int n) { count<<<1, 64>>>(keys, sums, n); }
