// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block sends a tile by a bulk copy and counts it; the wait is for the copy
// to have read its source, not for it to have written.

#include "bugs.h"

#include <cuda/ptx>

__global__ void send(const int *in, int *box, unsigned *count, int *out) {
  namespace ptx = cuda::ptx;
  __shared__ __align__(128) int tile[128];
  int t = threadIdx.x, other = (blockIdx.x + 1) % gridDim.x;
  tile[t] = in[t];
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (t == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, box + blockIdx.x * 128, tile, 512);
    ptx::cp_async_bulk_commit_group();
#if WARPLINT_BUGGY
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
#else
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
#endif
    __threadfence();
    atomicExch(&count[blockIdx.x], 1u); // BUG
    while (atomicAdd(&count[other], 0u) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * 128 + t] = box[other * 128 + t];
}

int main() {
  send<<<8, 128>>>(zeros<int>(128), zeros<int>(1024), zeros<unsigned>(8), zeros<int>(1024));
  return finish();
}
