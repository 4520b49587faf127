// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bins are cleared by all threads and counted into at once: a count may be
// cleared.

#include "bugs.h"

__global__ void histogram(const unsigned char *in, int *out, int n) {
  __shared__ int bin[256];
  int t = threadIdx.x;
  bin[t] = 0;
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    atomicAdd(&bin[in[i]], 1); // BUG
  __syncthreads();
  atomicAdd(&out[t], bin[t]);
}

int main() {
  histogram<<<8, 256>>>(zeros<unsigned char>(1 << 16), zeros<int>(256), 1 << 16);
  return finish();
}
