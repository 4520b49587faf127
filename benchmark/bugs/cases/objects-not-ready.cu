// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread initializes a barrier object, and the others arrive on it without
// having waited for that.

#include "bugs.h"

#include <cuda/barrier>

__global__ void meets(const int *in, int *out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  __shared__ int box[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  box[threadIdx.x] = in[threadIdx.x];
  bar.arrive_and_wait(); // BUG
  out[blockIdx.x * 64 + threadIdx.x] = box[63 - threadIdx.x];
}

int main() {
  meets<<<4, 64>>>(zeros<int>(64), zeros<int>(256));
  return finish();
}
