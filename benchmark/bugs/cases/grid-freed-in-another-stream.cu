// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory goes back in the default stream while a kernel in a stream that does
// not wait for that uses it.

#include "bugs.h"

__global__ void use(int *data) { data[blockIdx.x * 256 + threadIdx.x] += 1; }

int main() {
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  int *data = nullptr;
  cudaMallocAsync((void **)&data, 1024 * sizeof(int), work);
  use<<<4, 256, 0, work>>>(data);
#if WARPLINT_BUGGY
  cudaFreeAsync(data, 0); // BUG
#else
  cudaFreeAsync(data, work);
#endif
  return finish();
}
