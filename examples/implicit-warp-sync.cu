// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lanes of one warp no longer run in lock step (sm_70 and newer): they need
// __syncwarp() to see each other's shared memory.

__device__ void lastWarpOnFaith(float *cell, unsigned lane) {
  // BUG(implicit-warp-sync): each step reads what other lanes just wrote
  cell[lane] += cell[lane + 32];
  cell[lane] += cell[lane + 16];
  cell[lane] += cell[lane + 8];
  cell[lane] += cell[lane + 4];
  cell[lane] += cell[lane + 2];
  cell[lane] += cell[lane + 1];
}

__device__ void lastWarpMended(float *cell, unsigned lane) {
  float sum = cell[lane];
  for (unsigned distance = 32; distance > 0; distance /= 2) {
    sum += cell[lane + distance];
    __syncwarp();
    cell[lane] = sum;
    __syncwarp();
  }
}

template <bool Mended>
__device__ void sumInto(const float *numbers, float *result) {
  __shared__ float cell[128];
  cell[threadIdx.x] = numbers[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64)
    cell[threadIdx.x] += cell[threadIdx.x + 64];
  __syncthreads();
  if (threadIdx.x < 32) {
    if (Mended)
      lastWarpMended(cell, threadIdx.x);
    else
      lastWarpOnFaith(cell, threadIdx.x);
  }
  if (threadIdx.x == 0)
    result[blockIdx.x] = cell[0];
}

__global__ void sumOnFaith(const float *numbers, float *result) {
  sumInto<false>(numbers, result);
}

__global__ void sumMended(const float *numbers, float *result) {
  sumInto<true>(numbers, result);
}

// A vote is a meeting of lanes, not a fence for their memory.
__global__ void voteTakenForFence(int *values) {
  __shared__ int box[32];
  box[threadIdx.x] = values[threadIdx.x];
  unsigned odd = __ballot_sync(0xffffffffu, values[threadIdx.x] & 1);
  // BUG(implicit-warp-sync): the neighbour's write need not be visible
  values[threadIdx.x] = box[31 - threadIdx.x] + __popc(odd);
}

__global__ void voteTakenForFenceMended(int *values) {
  __shared__ int box[32];
  box[threadIdx.x] = values[threadIdx.x];
  unsigned odd = __ballot_sync(0xffffffffu, values[threadIdx.x] & 1);
  __syncwarp();
  values[threadIdx.x] = box[31 - threadIdx.x] + __popc(odd);
}

void exchange(int *values) {
  voteTakenForFence<<<1, 32>>>(values);
  voteTakenForFenceMended<<<1, 32>>>(values);
}
