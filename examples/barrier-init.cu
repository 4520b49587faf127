// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barrier objects must exist, for everyone, before the first arrival.

#include <cuda/barrier>

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void noBarrierAfterInit(int *values) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  box[threadIdx.x] = values[threadIdx.x];
  // BUG(barrier-init): other warps may come before thread 0 has initialized it
  meeting.arrive_and_wait();
  values[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void everyThreadInitializes(int *values) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[128];
  // BUG(barrier-init): one thread must do this
  init(&meeting, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  meeting.arrive_and_wait();
  values[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void countNobodyCanMeet(int *values) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  if (threadIdx.x < blockDim.x / 2) {
    box[threadIdx.x] = values[threadIdx.x];
    // BUG(barrier-init): half of the expected threads arrive
    meeting.arrive_and_wait();
    values[threadIdx.x] = box[blockDim.x / 2 - 1 - threadIdx.x];
  }
}

__global__ void mended(int *values) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = values[threadIdx.x];
  meeting.arrive_and_wait();
  values[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void mendedForHalfTheBlock(int *values) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[128];
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x / 2);
  __syncthreads();
  if (threadIdx.x < blockDim.x / 2) {
    box[threadIdx.x] = values[threadIdx.x];
    meeting.arrive_and_wait();
    values[threadIdx.x] = box[blockDim.x / 2 - 1 - threadIdx.x];
  }
}
