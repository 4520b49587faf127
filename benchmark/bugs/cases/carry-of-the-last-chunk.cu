// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A running sum goes from chunk to chunk through one shared element, which the
// last thread adds to while others read it.

#include "bugs.h"

__global__ void runningSum(const float *in, float *out, int n) {
  __shared__ float carry, last[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (t == 0)
    carry = 0;
  __syncthreads();
  for (int at = t; at < n; at += 256) {
    float value = in[at];
    for (int d = 1; d < 32; d *= 2) {
      float other = __shfl_up_sync(~0u, value, d);
      if (lane >= d)
        value += other;
    }
    if (lane == 31)
      last[warp] = value;
    __syncthreads();
    for (int w = 0; w < warp; ++w)
      value += last[w];
    value += carry;
    out[at] = value;
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
    if (t == 255)
      carry = value; // BUG
    __syncthreads();
  }
}

int main() {
  runningSum<<<1, 256>>>(zeros<float>(2048), zeros<float>(2048), 2048);
  return finish();
}
