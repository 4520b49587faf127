// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half of the lanes come to a shuffle that names all of them.

#include "bugs.h"

__global__ void pairs(const float *in, float *out) {
  int lane = threadIdx.x % 32;
  float value = in[threadIdx.x];
  if (lane < 16) {
#if WARPLINT_BUGGY
    value += __shfl_down_sync(0xffffffffu, value, 8); // BUG
#else
    value += __shfl_down_sync(0x0000ffffu, value, 8);
#endif
  }
  out[threadIdx.x] = value;
}

int main() {
  pairs<<<1, 64>>>(zeros<float>(64), zeros<float>(64));
  return finish();
}
