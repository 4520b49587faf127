// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// As many threads come to a numbered barrier as it counts.

__device__ inline void meet(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__global__ void waitsForEver(float *out) {
  __shared__ float box[64];
  if (threadIdx.x < 64) {
    box[threadIdx.x] = 1.0f;
    // BUG(named-barrier): two warps come, three are counted
    meet(1, 96);
    out[threadIdx.x] = box[63 - threadIdx.x];
  }
}

void launch(float *out) { waitsForEver<<<1, 128>>>(out); }

__global__ void goesOnMended(float *out) {
  __shared__ float box[64];
  if (threadIdx.x < 64) {
    box[threadIdx.x] = 1.0f;
    meet(1, 64);
    out[threadIdx.x] = box[63 - threadIdx.x];
  }
}

void launchMended(float *out) { goesOnMended<<<1, 128>>>(out); }
