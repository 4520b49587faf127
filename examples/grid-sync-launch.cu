// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A barrier across the grid needs a cooperative launch.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void twoPasses(float *data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] *= 2.0f;
  // BUG(grid-sync-launch): launched below with <<<...>>>
  cg::this_grid().sync();
  data[i] += data[gridDim.x * blockDim.x - 1 - i] > 0.0f ? 1.0f : 0.0f;
}

void launch(float *data) { twoPasses<<<8, 128>>>(data); }

__global__ void twoPassesMended(const float *in, float *middle, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  middle[i] = in[i] * 2.0f;
  cg::this_grid().sync();
  out[i] = middle[gridDim.x * blockDim.x - 1 - i];
}

void launchMended(float *in, float *middle, float *out) {
  void *arguments[] = {&in, &middle, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void *>(twoPassesMended),
                              dim3(8), dim3(128), arguments);
}
