// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barriers that only some threads of a block reach.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// --- A branch on the thread's index ------------------------------------------

__global__ void halfOfTheBlockWaits(float *samples) {
  __shared__ float staging[256];
  unsigned slot = threadIdx.x;
  if (slot < blockDim.x / 2) {
    staging[slot] = samples[slot];
    // BUG(divergent-barrier): the upper half of the block never comes here
    __syncthreads();
    samples[slot] = staging[blockDim.x / 2 - 1 - slot];
  }
}

__global__ void halfOfTheBlockWaitsMended(float *samples) {
  __shared__ float staging[256];
  unsigned slot = threadIdx.x;
  bool active = slot < blockDim.x / 2;
  if (active)
    staging[slot] = samples[slot];
  __syncthreads();
  if (active)
    samples[slot] = staging[blockDim.x / 2 - 1 - slot];
}

// --- A barrier in both arms: two barriers, not one ---------------------------

__global__ void oneBarrierPerParity(int *cells) {
  __shared__ int board[128];
  unsigned column = threadIdx.x;
  board[column] = cells[column];
  if (column % 2 == 0) {
    // BUG(divergent-barrier): even threads meet here ...
    __syncthreads();
    cells[column] = board[column + 1];
  } else {
    // BUG(divergent-barrier): ... odd threads here, never each other
    __syncthreads();
    cells[column] = -board[column - 1];
  }
}

__global__ void oneBarrierPerParityMended(int *cells) {
  __shared__ int board[128];
  unsigned column = threadIdx.x;
  board[column] = cells[column];
  __syncthreads();
  if (column % 2 == 0)
    cells[column] = board[column + 1];
  else
    cells[column] = -board[column - 1];
}

// --- A loop that some threads leave earlier ----------------------------------

__global__ void tripCountByThread(const float *row, float *peaks, int length) {
  __shared__ float window[256];
  float peak = 0.0f;
  for (int i = threadIdx.x; i < length; i += blockDim.x) {
    window[threadIdx.x] = row[i];
    // BUG(divergent-barrier): threads past the end skip the last iteration
    __syncthreads();
    peak = fmaxf(peak, window[blockDim.x - 1 - threadIdx.x]);
    // BUG(divergent-barrier): and this one
    __syncthreads();
  }
  peaks[threadIdx.x] = peak;
}

__global__ void tripCountByThreadMended(const float *row, float *peaks,
                                        int length) {
  __shared__ float window[256];
  float peak = 0.0f;
  for (int base = 0; base < length; base += blockDim.x) {
    int i = base + threadIdx.x;
    window[threadIdx.x] = i < length ? row[i] : 0.0f;
    __syncthreads();
    peak = fmaxf(peak, window[blockDim.x - 1 - threadIdx.x]);
    __syncthreads();
  }
  peaks[threadIdx.x] = peak;
}

// --- A break under a condition on the data -----------------------------------

__global__ void breakOnOwnData(const int *keys, int *rounds, int limit) {
  int round = 0;
  for (; round < limit; ++round) {
    if (keys[threadIdx.x * limit + round] == 0)
      break;
    // BUG(divergent-barrier): threads leave the loop in different rounds
    __syncthreads();
  }
  rounds[threadIdx.x] = round;
}

__global__ void breakOnOwnDataMended(const int *keys, int *rounds, int limit) {
  int round = 0;
  for (; round < limit; ++round) {
    int finished = keys[threadIdx.x * limit + round] == 0;
    if (__syncthreads_or(finished))
      break;
  }
  rounds[threadIdx.x] = round;
}

// --- A helper that holds the barrier -----------------------------------------

__device__ float rotateThroughShared(float value, float *ring) {
  ring[threadIdx.x] = value;
  __syncthreads();
  return ring[(threadIdx.x + 1) % blockDim.x];
}

__global__ void helperUnderCondition(float *values) {
  __shared__ float ring[256];
  if (values[threadIdx.x] > 0.0f) {
    // BUG(divergent-barrier): the callee waits for threads that did not call it
    values[threadIdx.x] = rotateThroughShared(values[threadIdx.x], ring);
  }
}

__global__ void helperUnderConditionMended(float *values) {
  __shared__ float ring[256];
  float neighbour = rotateThroughShared(values[threadIdx.x], ring);
  if (values[threadIdx.x] > 0.0f)
    values[threadIdx.x] = neighbour;
}

// --- Cooperative groups name the same barrier --------------------------------

__global__ void groupSyncByOneWarp(int *total) {
  __shared__ int partial[32];
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 32) {
    partial[block.thread_rank()] = 1;
    // BUG(divergent-barrier): a block of several warps waits for the others
    block.sync();
    atomicAdd(total, partial[block.thread_rank()]);
  }
}

__global__ void groupSyncByOneWarpMended(int *total) {
  __shared__ int partial[32];
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 32)
    partial[block.thread_rank()] = 1;
  cg::sync(block);
  if (block.thread_rank() < 32)
    atomicAdd(total, partial[block.thread_rank()]);
}

// --- Conditions that are the same for the whole block are fine ---------------

__global__ void uniformConditions(float *image, int passes, bool smooth) {
  __shared__ float line[256];
  line[threadIdx.x] = image[blockIdx.x * blockDim.x + threadIdx.x];
  if (smooth && blockIdx.x % 2 == 0)
    __syncthreads();
  for (int pass = 0; pass < passes; ++pass)
    __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride)
      line[threadIdx.x] += line[threadIdx.x + stride];
  }
  if (threadIdx.x == 0)
    image[blockIdx.x] = line[0];
}
