// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of the benchmark share.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

/// Memory of the device that holds `count` times zero.
template <class T> T *zeros(size_t count) {
  void *memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemset(memory, 0, count * sizeof(T));
  return static_cast<T *>(memory);
}
/// 0 if the device ends its work without an error.
inline int finish() {
  cudaError_t ended = cudaDeviceSynchronize();
  if (ended != cudaSuccess)
    printf("%s\n", cudaGetErrorString(ended));
  return ended != cudaSuccess;
}
