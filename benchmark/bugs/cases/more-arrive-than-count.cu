// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of 32 lanes arrives on an object that counts one arrival: the phase
// ends long before all are done.

#include "bugs.h"

#include <cuda/ptx>

__global__ void handOn(const int *in, int *out) {
  __shared__ int box[32];
  __shared__ uint64_t full;
  namespace ptx = cuda::ptx;
  int t = threadIdx.x;
  if (t == 0)
#if WARPLINT_BUGGY
    ptx::mbarrier_init(&full, 1);
#else
    ptx::mbarrier_init(&full, 32);
#endif
  __syncthreads();
  if (t < 32) {
    box[t] = in[t];
    ptx::mbarrier_arrive(&full);
  } else {
    while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
    }
    out[blockIdx.x * 32 + t - 32] = box[63 - t]; // BUG
  }
}

int main() {
  handOn<<<2, 64>>>(zeros<int>(32), zeros<int>(64));
  return finish();
}
