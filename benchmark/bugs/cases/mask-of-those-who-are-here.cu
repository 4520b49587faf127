// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mask is what happens to be active inside of a loop that lanes leave one
// by one.

#include "bugs.h"

__global__ void rows(const int *length, const float *in, float *out) {
  int t = blockIdx.x * 128 + threadIdx.x, n = length[t];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    float value = in[i * 512 + t];
#if WARPLINT_BUGGY
    unsigned here = __activemask();
    for (int d = 16; d; d /= 2)
      value += __shfl_xor_sync(here, value, d); // BUG
#endif
    sum += value;
  }
#if !WARPLINT_BUGGY
  __syncwarp();
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
#endif
  out[t] = sum;
}

int main() {
  rows<<<4, 128>>>(zeros<int>(512), zeros<float>(512 * 8), zeros<float>(512));
  return finish();
}
