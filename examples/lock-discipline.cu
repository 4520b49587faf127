// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spin locks that exclude threads but do not order their memory.

__device__ void enterUnfenced(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__global__ void countUnfenced(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  // BUG(lock-discipline): no fence after taking the lock
  enterUnfenced(lock);
  *counter = *counter + 1;
  // BUG(lock-discipline): no fence before giving it back
  atomicExch(lock, 0);
}

__global__ void releaseByPlainStore(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  // BUG(lock-discipline): a plain store may be moved or merged
  *lock = 0;
}

__global__ void countMended(int *lock, volatile int *counter) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *counter = *counter + 1;
  __threadfence();
  atomicExch(lock, 0);
}
