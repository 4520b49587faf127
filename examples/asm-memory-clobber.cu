// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX that synchronizes, in asm statements that the compiler may move.

__global__ void barrierWithoutClobber(int *values) {
  __shared__ int mailbox[64];
  mailbox[threadIdx.x] = values[threadIdx.x];
  // BUG(asm-memory-clobber): memory accesses may be moved across
  asm volatile("bar.sync 0;");
  values[threadIdx.x] = mailbox[63 - threadIdx.x];
}

__global__ void barrierWithoutClobberMended(int *values) {
  __shared__ int mailbox[64];
  mailbox[threadIdx.x] = values[threadIdx.x];
  asm volatile("bar.sync 0;" ::: "memory");
  values[threadIdx.x] = mailbox[63 - threadIdx.x];
}

__device__ int loadAcquire(const int *flag) {
  int value;
  // BUG(asm-memory-clobber): later loads may be moved before the acquire
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(value) : "l"(flag));
  return value;
}

__device__ int loadAcquireMended(const int *flag) {
  int value;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
  return value;
}

__global__ void readPublished(const int *flag, const int *data, int *out) {
  while (loadAcquire(flag) == 0) {
  }
  out[0] = data[0];
  while (loadAcquireMended(flag) == 0) {
  }
  out[1] = data[1];
}
