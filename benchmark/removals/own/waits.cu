// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Waits of a barrier object, whose arrivals stay when the wait is taken out.

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reversedBehindBarrier(int *data) {
  __shared__ Barrier barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = data[threadIdx.x];
  barrier.wait(barrier.arrive());
  data[threadIdx.x] = tile[63 - threadIdx.x];
  barrier.arrive_and_wait();
  tile[threadIdx.x] = 0;
}

void launch(int *data) { reversedBehindBarrier<<<1, 64>>>(data); }
