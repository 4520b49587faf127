// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock is taken by an atomic that orders nothing, and what it guards is read
// at once.

#include "bugs.h"

__global__ void smallest(const float *in, int *lock, volatile float *best) {
  if (threadIdx.x != 0)
    return;
  float mine = in[blockIdx.x];
  while (atomicCAS(lock, 0, 1) != 0) {
  }
#if !WARPLINT_BUGGY
  __threadfence();
#endif
  if (mine < *best) // BUG
    *best = mine;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  smallest<<<32, 32>>>(zeros<float>(32), zeros<int>(1), zeros<float>(1));
  return finish();
}
