// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wait in front of the last tile leaves one group of copies pending: that
// of the tile that is read.

#include "bugs.h"

#include <cuda_pipeline.h>

__global__ void stages(const int *in, int *out, int tiles) {
  __shared__ int stage[2][128];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&stage[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      __pipeline_memcpy_async(&stage[(i + 1) % 2][t], in + (i + 1) * 128 + t, 4);
#if WARPLINT_BUGGY
      __pipeline_commit();
    }
#else
    }
    __pipeline_commit();
#endif
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[i % 2][127 - t]; // BUG
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

int main() {
  stages<<<4, 128>>>(zeros<int>(1024), zeros<int>(512), 8);
  return finish();
}
