// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads that may be served from a register or a cache while others write.

#include <cuda/atomic>

// --- A loop that waits on a plain variable -----------------------------------

__global__ void waitOnPlainFlag(int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      atomicExch(flag, 1);
  } else {
    // BUG(stale-read): the compiler may read the flag once and loop forever
    while (*flag == 0) {
    }
    out[blockIdx.x] = 1;
  }
}

__global__ void waitOnAtomicMended(int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      ready.store(1, cuda::memory_order_release);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = 1;
  }
}

// --- One location read twice, another thread's write expected between --------

__device__ int sharedRow[1025];

__global__ void readTwice(int *product) {
  int first = sharedRow[threadIdx.x];
  sharedRow[threadIdx.x + 1] = 2;
  // BUG(stale-read): nothing makes the compiler read the element again
  int second = sharedRow[threadIdx.x];
  product[threadIdx.x] = first * second;
}

__global__ void readTwiceMended(int *product) {
  int first = sharedRow[threadIdx.x];
  __syncthreads();
  sharedRow[threadIdx.x + 1] = 2;
  __syncthreads();
  int second = sharedRow[threadIdx.x];
  product[threadIdx.x] = first * second;
}

// --- The last block reads other blocks' results through the read-only path ---

__device__ unsigned arrivals;

__global__ void lastBlockReadsCached(int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      // BUG(stale-read): the read-only path knows nothing of this launch's
      // writes
      sum += __ldg(&parts[block]);
    }
    *total = sum;
  }
}

__global__ void lastBlockReadsMended(int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&arrivals, gridDim.x - 1) == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      sum += *(volatile int *)&parts[block];
    *total = sum;
  }
}
