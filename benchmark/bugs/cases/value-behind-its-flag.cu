// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each block announces its total by a flag; nothing orders the total before
// it.

#include "bugs.h"

__global__ void lookBack(const int *in, volatile int *total, volatile int *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  int sum = in[blockIdx.x];
  if (blockIdx.x > 0) {
    while (flag[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    sum += total[blockIdx.x - 1];
  }
  total[blockIdx.x] = sum;
#if !WARPLINT_BUGGY
  __threadfence();
#endif
  flag[blockIdx.x] = 1; // BUG
  out[blockIdx.x] = sum;
}

int main() {
  lookBack<<<64, 32>>>(zeros<int>(64), zeros<int>(64), zeros<int>(64), zeros<int>(64));
  return finish();
}
