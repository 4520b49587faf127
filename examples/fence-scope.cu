// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fences too narrow for those who read the data.

__global__ void blockFenceBetweenBlocks(int *data, volatile int *ready) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 7;
    // BUG(fence-scope): the reader is in another block
    __threadfence_block();
    ready[0] = 1;
  } else if (ready[0]) {
    __threadfence();
    data[blockIdx.x] = *(volatile int *)data;
  }
}

__global__ void deviceFenceMended(int *data, volatile int *ready) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 7;
    __threadfence();
    ready[0] = 1;
  } else if (ready[0]) {
    __threadfence();
    data[blockIdx.x] = *(volatile int *)data;
  }
}

// The host polls a mapped flag: device scope does not reach it.
__device__ __managed__ int answer;
__device__ __managed__ volatile int answered;

__global__ void deviceFenceTowardsHost() {
  answer = 42;
  // BUG(fence-scope): the reader is the host
  __threadfence();
  answered = 1;
}

__global__ void systemFenceMended() {
  answer = 42;
  __threadfence_system();
  answered = 1;
}

int pollForAnswer() {
  deviceFenceTowardsHost<<<1, 1>>>();
  systemFenceMended<<<1, 1>>>();
  while (!answered) {
  }
  int result = *(volatile int *)&answer;
  cudaDeviceSynchronize();
  return result;
}
