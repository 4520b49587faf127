// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax: each warp leaves its largest value in a buffer, and then its sum in
// the same one, which other warps may not have read yet.

#include "bugs.h"

__device__ float ofWarp(float value, bool largest) {
  for (int d = 16; d; d /= 2) {
    float other = __shfl_xor_sync(~0u, value, d);
    value = largest ? fmaxf(value, other) : value + other;
  }
  return value;
}
__global__ void softmax(const float *in, float *out) {
  __shared__ float part[8];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  float value = in[blockIdx.x * 256 + t];
  float most = ofWarp(value, true);
  if (lane == 0)
    part[warp] = most;
  __syncthreads();
  most = ofWarp(part[lane % 8], true);
  value = expf(value - most);
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  float sum = ofWarp(value, false);
  if (lane == 0)
    part[warp] = sum; // BUG
  __syncthreads();
  sum = ofWarp(lane < 8 ? part[lane] : 0, false);
  out[blockIdx.x * 256 + t] = value / sum;
}

int main() {
  softmax<<<4, 256>>>(zeros<float>(1024), zeros<float>(1024));
  return finish();
}
