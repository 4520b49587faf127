// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lanes of a warp hand each other values in shared memory and trust that
// they run in step.

#include "bugs.h"

__global__ void rake(const int *in, int *out) {
  __shared__ int part[64];
  int lane = threadIdx.x;
  part[lane] = in[blockIdx.x * 32 + lane];
  part[lane + 32] = 0;
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    int other = part[lane + d]; // BUG
#if !WARPLINT_BUGGY
    __syncwarp();
#endif
    part[lane] += other;
#if !WARPLINT_BUGGY
    __syncwarp();
#endif
  }
  out[blockIdx.x * 32 + lane] = part[lane];
}

int main() {
  rake<<<2, 32>>>(zeros<int>(64), zeros<int>(64));
  return finish();
}
