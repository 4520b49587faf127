// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a block sort a row of global memory by exchanges whose
// partners change with each step; nothing stands between two steps.

#include "bugs.h"

__global__ void argsort(const float *keys, int *order) {
  int t = threadIdx.x, *row = order + blockIdx.x * 256;
  row[t] = t;
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = t ^ step;
      if (other > t) {
        int a = row[t], b = row[other]; // BUG
        if ((keys[a] > keys[b]) == ((t & size) == 0)) {
          row[t] = b;
          row[other] = a;
        }
      }
#if !WARPLINT_BUGGY
      __syncthreads();
#endif
    }
}

int main() {
  argsort<<<4, 256>>>(zeros<float>(256), zeros<int>(1024));
  return finish();
}
