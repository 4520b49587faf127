// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are copied to pinned memory in a stream, and the host reads them
// without a wait.

#include "bugs.h"

__global__ void number(int *to) { to[threadIdx.x] = threadIdx.x; }

int main() {
  int *device = zeros<int>(256), *host = nullptr;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, 256 * sizeof(int));
  number<<<1, 256, 0, stream>>>(device);
  cudaMemcpyAsync(host, device, 256 * sizeof(int), cudaMemcpyDeviceToHost, stream);
#if !WARPLINT_BUGGY
  cudaStreamSynchronize(stream);
#endif
  int rows = 0;
  for (int i = 0; i < 256; ++i)
    rows += host[i]; // BUG
  printf("%d\n", rows);
  return finish();
}
