// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread fetches a value for all; it fetches the next one while others
// have yet to read this one.

#include "bugs.h"

__global__ void fetch(const int *in, int *out, int count) {
  __shared__ int value;
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (threadIdx.x == 0)
      value = in[i]; // BUG
    __syncthreads();
    sum += value;
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

int main() {
  fetch<<<4, 128>>>(zeros<int>(64), zeros<int>(512), 64);
  return finish();
}
