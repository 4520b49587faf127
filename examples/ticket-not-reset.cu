// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A last-block counter that works for the first launch only.

__device__ unsigned neverReset;
__device__ unsigned wrapsTooLate;
__device__ unsigned wrapsInTime;
__device__ unsigned resetByHand;

__device__ int sumOf(volatile int *parts) {
  int sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    sum += parts[block];
  return sum;
}

__global__ void countsOn(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // BUG(ticket-not-reset): the second launch starts at gridDim.x
  if (atomicAdd(&neverReset, 1u) == gridDim.x - 1) {
    __threadfence();
    *total = sumOf(parts);
  }
}

__global__ void wrapsOneTooLate(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // BUG(ticket-not-reset): wraps after gridDim.x, compared with gridDim.x - 1
  if (atomicInc(&wrapsTooLate, gridDim.x) == gridDim.x - 1) {
    __threadfence();
    *total = sumOf(parts);
  }
}

__global__ void wrapsMended(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsInTime, gridDim.x - 1) == gridDim.x - 1) {
    __threadfence();
    *total = sumOf(parts);
  }
}

__global__ void resetMended(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&resetByHand, 1u) == gridDim.x - 1) {
    __threadfence();
    *total = sumOf(parts);
    resetByHand = 0;
  }
}
