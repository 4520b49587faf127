// A block turns each tile around in shared memory.
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void turn(const int *in, int *out, int tiles) {
  __shared__ int tile[128];
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    tile[threadIdx.x] = in[128 * t + threadIdx.x];
    __syncthreads();
    out[128 * t + threadIdx.x] = tile[127 - threadIdx.x];
    __syncthreads();
  }
}

void launch(const int *in, int *out, int tiles) { turn<<<16, 128>>>(in, out, tiles); }
