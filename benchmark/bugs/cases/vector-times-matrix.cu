// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with one vector after the other: the next vector is copied over the
// one that is in use.

#include "bugs.h"

__global__ void gemv(const float *a, const float *x, float *y, int vectors) {
  __shared__ float mine[128];
  int t = threadIdx.x;
  for (int v = 0; v < vectors; ++v) {
    mine[t] = x[v * 128 + t]; // BUG
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 128; ++k)
      sum += a[t * 128 + k] * mine[k];
    y[(blockIdx.x * vectors + v) * 128 + t] = sum;
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
}

int main() {
  gemv<<<4, 128>>>(zeros<float>(16384), zeros<float>(1024), zeros<float>(4096), 8);
  return finish();
}
