// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes leave counts in shared memory and read those of others with no barrier
// of the warp between.

#include "bugs.h"

__global__ void experts(const int *in, int *out) {
  __shared__ int count[32];
  int lane = threadIdx.x;
  count[lane] = in[lane];
#if !WARPLINT_BUGGY
  __syncwarp();
#endif
  int before = 0;
  for (int i = 0; i < lane; ++i)
    before += count[i]; // BUG
  out[lane] = before;
}

int main() {
  experts<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
  return finish();
}
