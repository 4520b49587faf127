// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two threads of one launch, one element of global memory, no order.

__global__ void shiftInPlace(int *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    // BUG(global-memory-race): thread i + 1 writes the element read here
    cells[i] = cells[i + 1];
  }
}

__global__ void shiftMended(const int *__restrict__ cells,
                            int *__restrict__ shifted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    shifted[i] = cells[i + 1];
}

__global__ void countWithoutAtomic(const int *values, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] < 0) {
    // BUG(global-memory-race): increments by several threads are lost
    *count += 1;
  }
}

__global__ void countMended(const int *values, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] < 0)
    atomicAdd(count, 1);
}
