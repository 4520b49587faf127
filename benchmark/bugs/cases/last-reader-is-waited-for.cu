// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two streams write an array; the second waits for who reads it and not for
// who writes it.

#include "bugs.h"

__global__ void fill(int *data, int value) { data[blockIdx.x * 256 + threadIdx.x] = value; }
__global__ void sum(const int *data, int *out) { atomicAdd(out, data[threadIdx.x]); }

int main() {
  cudaStream_t first, second, reader;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
  cudaEvent_t read, wrote;
  cudaEventCreateWithFlags(&read, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&wrote, cudaEventDisableTiming);
  int *data = zeros<int>(1024), *out = zeros<int>(1);
  cudaDeviceSynchronize();
  sum<<<1, 256, 0, reader>>>(data, out);
  cudaEventRecord(read, reader);
  cudaStreamWaitEvent(first, read, 0);
  fill<<<4, 256, 0, first>>>(data, 1);
  cudaEventRecord(wrote, first);
#if WARPLINT_BUGGY
  cudaStreamWaitEvent(second, read, 0);
#else
  cudaStreamWaitEvent(second, wrote, 0);
#endif
  fill<<<4, 256, 0, second>>>(data, 2); // BUG
  return finish();
}
