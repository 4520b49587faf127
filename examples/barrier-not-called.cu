// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Naming a barrier without calling it synchronizes nobody.

__global__ void missingParentheses(int *queue) {
  __shared__ int slots[128];
  slots[threadIdx.x] = queue[threadIdx.x];
  // BUG(barrier-not-called): an expression without effect
  __syncthreads;
  queue[threadIdx.x] = slots[127 - threadIdx.x];
}

__global__ void missingParenthesesMended(int *queue) {
  __shared__ int slots[128];
  slots[threadIdx.x] = queue[threadIdx.x];
  __syncthreads();
  queue[threadIdx.x] = slots[127 - threadIdx.x];
}

__global__ void missingParenthesesOfFence(int *data, volatile int *flag) {
  data[threadIdx.x] = 1;
  // BUG(barrier-not-called): the fence is named, not executed
  __threadfence;
  flag[threadIdx.x] = 1;
}

__global__ void missingParenthesesOfFenceMended(int *data, volatile int *flag) {
  data[threadIdx.x] = 1;
  __threadfence();
  flag[threadIdx.x] = 1;
}
