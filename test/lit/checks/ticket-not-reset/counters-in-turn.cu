// RUN: %verify %s --checks=-*,warplint-ticket-not-reset
//
// Barriers of the grid by hand that take several counters in turn: a block that
// counts on one of them is past the wait for the next.

#include <cuda_runtime.h>

__device__ int counts[4];

__device__ void countAndWait(volatile int *count) {
  __threadfence();
  atomicAdd((int *)count, blockIdx.x == 0 ? 1 - (int)gridDim.x : 1);
  while (*count != 0) {
  }
  __threadfence();
}

__global__ void byTheParityOfTheRound(int *out, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    if (threadIdx.x == 0)
      countAndWait(&counts[i & 1]);
    __syncthreads();
    out[i * gridDim.x + blockIdx.x] = i;
  }
}

__global__ void oneOfThree(int *out, int rounds) {
  int turn = 0;
  while (rounds-- > 0) {
    __syncthreads();
    if (threadIdx.x == 0)
      countAndWait(&counts[turn]);
    __syncthreads();
    out[rounds * gridDim.x + blockIdx.x] = turn;
    turn = (turn + 1) % 3;
  }
}

__global__ void byADifference(int *out, int rounds) {
  for (int i = 0, side = 1; i < rounds; ++i, side = 1 - side) {
    if (threadIdx.x == 0)
      countAndWait(counts + 2 + side);
    __syncthreads();
    out[i * gridDim.x + blockIdx.x] = i;
    __syncthreads();
  }
}

__global__ void byAFlag(int *out, int rounds) {
  bool second = false;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    if (threadIdx.x == 0)
      countAndWait(&counts[second ? 1 : 0]);
    __syncthreads();
    second = !second;
    out[i * gridDim.x + blockIdx.x] = i;
  }
}

// Two rounds in a row have one counter.
__global__ void everySecondRound(int *out, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&counts[(i / 2) & 1], blockIdx.x == 0 ? 1 - (int)gridDim.x : 1); // warn ticket-not-reset: is counted on while other blocks may still wait
      while (*(volatile int *)&counts[(i / 2) & 1] != 0) {
      }
      __threadfence();
    }
    __syncthreads();
    out[i * gridDim.x + blockIdx.x] = i;
  }
}

__global__ void alwaysTheSame(int *out, int rounds) {
  int side = 0;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&counts[side], blockIdx.x == 0 ? 1 - (int)gridDim.x : 1); // warn ticket-not-reset: is counted on while other blocks may still wait
      while (*(volatile int *)&counts[side] != 0) {
      }
      __threadfence();
    }
    __syncthreads();
    side ^= 2;
    side &= 1;
    out[i * gridDim.x + blockIdx.x] = i;
  }
}

void launch(int *out, int rounds) {
  void *args[] = {&out, &rounds};
  for (const void *kernel :
       {(const void *)byTheParityOfTheRound, (const void *)oneOfThree,
        (const void *)byADifference, (const void *)byAFlag,
        (const void *)everySecondRound, (const void *)alwaysTheSame})
    cudaLaunchCooperativeKernel(kernel, dim3(16), dim3(64), args, 0, 0);
}
