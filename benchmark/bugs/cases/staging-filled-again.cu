// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pinned buffer is filled with the next values while the copy of the first
// ones may still read it.

#include "bugs.h"

int main() {
  float *staging = nullptr, *keys = zeros<float>(1024), *values = zeros<float>(1024);
  cudaMallocHost(&staging, 1024 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int i = 0; i < 1024; ++i)
    staging[i] = 1;
  cudaMemcpyAsync(keys, staging, 1024 * sizeof(float), cudaMemcpyHostToDevice, stream);
#if !WARPLINT_BUGGY
  cudaStreamSynchronize(stream);
#endif
  for (int i = 0; i < 1024; ++i)
    staging[i] = 2; // BUG
  cudaMemcpyAsync(values, staging, 1024 * sizeof(float), cudaMemcpyHostToDevice, stream);
  return finish();
}
