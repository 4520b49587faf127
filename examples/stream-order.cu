// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two streams use one array.

#include <cuda_runtime.h>

__global__ void produce(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = 0.5f * i;
}

__global__ void consume(const float *values, float *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sums[i] += values[i];
}

void runsBeside(float *sums, int n) {
  float *values = nullptr;
  cudaStream_t first, second;
  cudaMalloc(&values, n * sizeof(float));
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  produce<<<(n + 255) / 256, 256, 0, first>>>(values, n);
  // BUG(stream-order): the producer may still run
  consume<<<(n + 255) / 256, 256, 0, second>>>(values, sums, n);
  cudaDeviceSynchronize();
  cudaFree(values);
}

void runsBesideMended(float *sums, int n) {
  float *values = nullptr;
  cudaStream_t first, second;
  cudaEvent_t produced;
  cudaMalloc(&values, n * sizeof(float));
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&produced, cudaEventDisableTiming);
  produce<<<(n + 255) / 256, 256, 0, first>>>(values, n);
  cudaEventRecord(produced, first);
  cudaStreamWaitEvent(second, produced, 0);
  consume<<<(n + 255) / 256, 256, 0, second>>>(values, sums, n);
  cudaDeviceSynchronize();
  cudaFree(values);
}

void clearsBeside(int n) {
  float *values = nullptr;
  cudaStream_t work;
  cudaMalloc(&values, n * sizeof(float));
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMemset(values, 0, n * sizeof(float));
  // BUG(stream-order): the default stream may still set it
  produce<<<(n + 255) / 256, 256, 0, work>>>(values, n);
  cudaStreamSynchronize(work);
  cudaFree(values);
}

void clearsBesideMended(int n) {
  float *values = nullptr;
  cudaStream_t work;
  cudaMalloc(&values, n * sizeof(float));
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  cudaMemsetAsync(values, 0, n * sizeof(float), work);
  produce<<<(n + 255) / 256, 256, 0, work>>>(values, n);
  cudaStreamSynchronize(work);
  cudaFree(values);
}
