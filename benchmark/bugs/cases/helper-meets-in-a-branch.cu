// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A helper that meets the whole block is called by those threads only that
// have work.

#include "bugs.h"

__device__ void publish(int *counter) {
  __syncthreads(); // BUG
  if (threadIdx.x == 0)
    atomicAdd(counter, 1);
}
__global__ void work(const int *todo, int *counter, int *out) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = todo[at];
#if WARPLINT_BUGGY
  if (threadIdx.x < 100)
    publish(counter);
#else
  publish(counter);
#endif
  out[at] = mine;
}

int main() {
  work<<<8, 128>>>(zeros<int>(1024), zeros<int>(1), zeros<int>(1024));
  return finish();
}
