// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The host goes on while kernels run.

#include <cuda_runtime.h>

__device__ __managed__ int managedSum;

__global__ void addAll(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i];
  managedSum = sum;
}

int readsTooEarly(const int *values, int n) {
  addAll<<<1, 1>>>(values, n);
  // BUG(host-sync): the kernel may still be running
  return managedSum;
}

int readsTooEarlyMended(const int *values, int n) {
  addAll<<<1, 1>>>(values, n);
  cudaDeviceSynchronize();
  return managedSum;
}

int copiesTooEarly(const int *deviceResult, cudaStream_t stream) {
  int *pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, deviceResult, sizeof(int), cudaMemcpyDeviceToHost,
                  stream);
  // BUG(host-sync): the copy may still be under way
  int result = *pinned;
  cudaStreamSynchronize(stream);
  cudaFreeHost(pinned);
  return result;
}

int copiesMended(const int *deviceResult, cudaStream_t stream) {
  int *pinned = nullptr;
  cudaMallocHost(&pinned, sizeof(int));
  cudaMemcpyAsync(pinned, deviceResult, sizeof(int), cudaMemcpyDeviceToHost,
                  stream);
  cudaStreamSynchronize(stream);
  int result = *pinned;
  cudaFreeHost(pinned);
  return result;
}
