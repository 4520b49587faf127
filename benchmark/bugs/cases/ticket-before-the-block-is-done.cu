// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread takes the ticket of its block while others of the block may still
// have to write their part.

#include "bugs.h"

__global__ void lastSums(const float *in, float *parts, unsigned *ticket, float *out) {
  __shared__ bool isLast;
  int t = threadIdx.x;
  parts[blockIdx.x * 128 + t] = in[blockIdx.x * 128 + t] * 2;
  __threadfence();
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  if (t == 0)
    isLast = atomicAdd(ticket, 1) == gridDim.x - 1; // BUG
  __syncthreads();
  if (isLast) {
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 128 + t];
    out[t] = sum;
    if (t == 0)
      *ticket = 0;
  }
}

int main() {
  lastSums<<<16, 128>>>(zeros<float>(2048), zeros<float>(2048), zeros<unsigned>(1),
                        zeros<float>(128));
  return finish();
}
