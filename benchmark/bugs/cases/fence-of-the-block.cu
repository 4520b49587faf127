// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two blocks exchange sums through memory; the fence in front of the flag
// orders them for the own block only.

#include "bugs.h"

__global__ void exchange(const float *in, float *box, volatile int *ready, float *out) {
  if (threadIdx.x != 0)
    return;
  int other = 1 - blockIdx.x;
  box[blockIdx.x] = in[blockIdx.x];
#if WARPLINT_BUGGY
  __threadfence_block(); // BUG
#else
  __threadfence();
#endif
  ready[blockIdx.x] = 1;
  while (ready[other] == 0) {
  }
  __threadfence();
  out[blockIdx.x] = box[other];
}

int main() {
  exchange<<<2, 32>>>(zeros<float>(2), zeros<float>(2), zeros<int>(2), zeros<float>(2));
  return finish();
}
