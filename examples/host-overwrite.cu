// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory of the host that copies and kernels still use.

#include <cuda_runtime.h>

#include <cstring>

__global__ void accumulate(const int *values, int *sums) {
  sums[threadIdx.x] += values[threadIdx.x];
}

void refills(const int *first, const int *second, int *a, int *b) {
  int *staging = nullptr;
  cudaStream_t work;
  cudaStreamCreate(&work);
  cudaMallocHost(&staging, 256 * sizeof(int));
  std::memcpy(staging, first, 256 * sizeof(int));
  cudaMemcpyAsync(a, staging, 256 * sizeof(int), cudaMemcpyHostToDevice, work);
  // BUG(host-overwrite): the first copy may still read it
  std::memcpy(staging, second, 256 * sizeof(int));
  cudaMemcpyAsync(b, staging, 256 * sizeof(int), cudaMemcpyHostToDevice, work);
  cudaStreamSynchronize(work);
}

void refillsMended(const int *first, const int *second, int *a, int *b) {
  int *staging = nullptr;
  cudaStream_t work;
  cudaStreamCreate(&work);
  cudaMallocHost(&staging, 256 * sizeof(int));
  std::memcpy(staging, first, 256 * sizeof(int));
  cudaMemcpyAsync(a, staging, 256 * sizeof(int), cudaMemcpyHostToDevice, work);
  cudaStreamSynchronize(work);
  std::memcpy(staging, second, 256 * sizeof(int));
  cudaMemcpyAsync(b, staging, 256 * sizeof(int), cudaMemcpyHostToDevice, work);
  cudaStreamSynchronize(work);
}

void ring(int *sums) {
  int *slots[2];
  cudaStream_t work;
  cudaStreamCreate(&work);
  for (int *&slot : slots)
    cudaMallocHost(&slot, 256 * sizeof(int));
  for (int step = 0; step < 4; ++step) {
    int *slot = slots[step % 2];
    for (int i = 0; i < 256; ++i)
      // BUG(host-overwrite): the kernel of the step before the last may read it
      slot[i] = step;
    accumulate<<<1, 256, 0, work>>>(slot, sums);
  }
  cudaStreamSynchronize(work);
}

void ringMended(int *sums) {
  int *slots[2];
  cudaEvent_t read[2];
  cudaStream_t work;
  cudaStreamCreate(&work);
  for (int slot = 0; slot < 2; ++slot) {
    cudaMallocHost(&slots[slot], 256 * sizeof(int));
    cudaEventCreate(&read[slot]);
  }
  for (int step = 0; step < 4; ++step) {
    cudaEventSynchronize(read[step % 2]);
    for (int i = 0; i < 256; ++i)
      slots[step % 2][i] = step;
    accumulate<<<1, 256, 0, work>>>(slots[step % 2], sums);
    cudaEventRecord(read[step % 2], work);
  }
  cudaStreamSynchronize(work);
}
