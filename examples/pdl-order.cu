// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that may start early touches what earlier kernels use behind the wait.

__global__ void scaleEarly(float *data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // BUG(pdl-order): an earlier kernel may still write it
  float value = data[i];
  cudaGridDependencySynchronize();
  data[i] = value * 2.0f;
}

__global__ void scaleMended(float *data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  data[i] *= 2.0f;
}
