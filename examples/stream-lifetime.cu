// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory that streams allocate and free.

#include <cuda_runtime.h>

__global__ void raise(int *values) { values[threadIdx.x] += 1; }

void freesEarly() {
  int *values = nullptr;
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMallocAsync(&values, 256 * sizeof(int), work);
  cudaMemsetAsync(values, 0, 256 * sizeof(int), work);
  raise<<<1, 256, 0, work>>>(values);
  // BUG(stream-lifetime): the default stream does not wait for the kernel
  cudaFreeAsync(values, nullptr);
  cudaStreamSynchronize(work);
}

void freesEarlyMended() {
  int *values = nullptr;
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMallocAsync(&values, 256 * sizeof(int), work);
  cudaMemsetAsync(values, 0, 256 * sizeof(int), work);
  raise<<<1, 256, 0, work>>>(values);
  cudaFreeAsync(values, work);
  cudaStreamSynchronize(work);
}
