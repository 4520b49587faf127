// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier of all blocks made of a counter: with more blocks than the GPU
// holds at once those that run wait for those that cannot start.

#include "bugs.h"

__global__ void phases(unsigned *arrived, const float *in, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (*(volatile unsigned *)arrived < gridDim.x) { // BUG
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] += in[gridDim.x - 1 - blockIdx.x];
}

int main() {
#if WARPLINT_BUGGY
  int blocks = 100000;
  phases<<<100000, 32>>>(zeros<unsigned>(1), zeros<float>(blocks), zeros<float>(blocks));
#else
  int blocks = 64;
  unsigned *arrived = zeros<unsigned>(1);
  float *in = zeros<float>(blocks), *out = zeros<float>(blocks);
  void *arguments[] = {&arrived, &in, &out};
  cudaLaunchCooperativeKernel((void *)phases, dim3(64), dim3(32), arguments, 0, 0);
#endif
  return finish();
}
