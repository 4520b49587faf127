// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction leaves its result in the first element of its buffer; the second
// one starts to fill the buffer while the result is read.

#include "bugs.h"

__device__ float reduce(float *buffer, float value) {
  int t = threadIdx.x;
  buffer[t] = value; // BUG
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      buffer[t] += buffer[t + half];
    __syncthreads();
  }
  float sum = buffer[0];
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  return sum;
}
__global__ void statistics(const float *in, float *out) {
  __shared__ float buffer[256];
  float value = in[blockIdx.x * 256 + threadIdx.x];
  float mean = reduce(buffer, value) / 256;
  float spread = reduce(buffer, (value - mean) * (value - mean));
  out[blockIdx.x * 256 + threadIdx.x] = (value - mean) * rsqrtf(spread + 1);
}

int main() {
  statistics<<<2, 256>>>(zeros<float>(512), zeros<float>(512));
  return finish();
}
