// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block waits for a flag by ordinary loads, which the compiler may do once.

#include "bugs.h"

__global__ void handOver(int *flag, const int *in, int *box, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    box[0] = in[0];
    __threadfence();
    atomicExch(flag, 1);
    return;
  }
#if WARPLINT_BUGGY
  while (*flag == 0) { // BUG
  }
#else
  while (*(volatile int *)flag == 0) {
  }
#endif
  __threadfence();
  out[0] = box[0];
}

int main() {
  handOver<<<2, 32>>>(zeros<int>(1), zeros<int>(1), zeros<int>(1), zeros<int>(1));
  return finish();
}
