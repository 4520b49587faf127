// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark input: instantiates cub::DeviceReduce, a heavy template library.

#include <cub/device/device_reduce.cuh>

cudaError_t total(const float *data, float *sum, int n) {
  void *scratch = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(scratch, bytes, data, sum, n);
  cudaMalloc(&scratch, bytes);
  cudaError_t status = cub::DeviceReduce::Sum(scratch, bytes, data, sum, n);
  cudaFree(scratch);
  return status;
}
