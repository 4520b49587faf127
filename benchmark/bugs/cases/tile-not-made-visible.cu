// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads write a tile in shared memory that the copy engine sends away;
// nothing makes the writes visible to it.

#include "bugs.h"

#include <cuda/ptx>

__global__ void store(const int *in, int *out) {
  namespace ptx = cuda::ptx;
  __shared__ __align__(128) int tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
#if !WARPLINT_BUGGY
  ptx::fence_proxy_async(ptx::space_shared);
#endif
  __syncthreads();
  if (t == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * 128, tile, 512); // BUG
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

int main() {
  store<<<8, 128>>>(zeros<int>(128), zeros<int>(1024));
  return finish();
}
