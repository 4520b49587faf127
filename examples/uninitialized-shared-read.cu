// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shared memory starts with whatever the last block left in it.

__global__ void histogramFromGarbage(const unsigned char *text, unsigned *bins,
                                     int length) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    // BUG(uninitialized-shared-read): nobody has zeroed the bins
    atomicAdd(&local[text[i]], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    atomicAdd(&bins[bin], local[bin]);
}

__global__ void histogramMended(const unsigned char *text, unsigned *bins,
                                int length) {
  __shared__ unsigned local[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    local[bin] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    atomicAdd(&local[text[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    atomicAdd(&bins[bin], local[bin]);
}
