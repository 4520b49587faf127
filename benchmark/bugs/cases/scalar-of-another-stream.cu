// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory is allocated in the default stream and used in one that does not wait
// for it.

#include "bugs.h"

__global__ void set(int *data) { data[threadIdx.x] = 1; }

int main() {
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  int *scalar = nullptr;
#if WARPLINT_BUGGY
  cudaMallocAsync((void **)&scalar, 4 * sizeof(int), 0);
#else
  cudaMallocAsync((void **)&scalar, 4 * sizeof(int), work);
#endif
  set<<<1, 4, 0, work>>>(scalar); // BUG
  cudaStreamSynchronize(work);
  cudaFree(scalar);
  return finish();
}
