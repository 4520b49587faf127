// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUB's temporary storage belongs to one collective until a barrier.

#include <cub/block/block_reduce.cuh>

using Reduce = cub::BlockReduce<int, 128>;

__global__ void lowestAndHighestSum(const int *rows, int *out) {
  __shared__ Reduce::TempStorage storage;
  int first = Reduce(storage).Sum(rows[threadIdx.x]);
  // BUG(temp-storage-reuse): other threads may still be inside the first sum
  int second = Reduce(storage).Sum(rows[128 + threadIdx.x]);
  if (threadIdx.x == 0) {
    out[0] = first;
    out[1] = second;
  }
}

__global__ void lowestAndHighestSumMended(const int *rows, int *out) {
  __shared__ Reduce::TempStorage storage;
  int first = Reduce(storage).Sum(rows[threadIdx.x]);
  __syncthreads();
  int second = Reduce(storage).Sum(rows[128 + threadIdx.x]);
  if (threadIdx.x == 0) {
    out[0] = first;
    out[1] = second;
  }
}
