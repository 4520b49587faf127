// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A sum that threads add to and that others read as a result in the same
// launch: nothing says that all have added by then.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void byAllBlocks(float *sum, float *mean, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, in[i]); // silent: no-alias
  if (i == 0)
    *mean = *sum / n; // warn global-memory-race: is read while a thread of another block may still write it
}

__global__ void byThreadsOfABlock(int *perBlock, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&perBlock[blockIdx.x], in[i]); // silent: no-alias
  out[i] = perBlock[blockIdx.x]; // warn global-memory-race: is read while another thread of the block may still write it
}

struct Sums {
  double value;
};

__device__ double dot(Sums &into, double own) {
  if (threadIdx.x % 32 == 0)
    atomicAdd(&into.value, own);
  return into.value; // warn global-memory-race: is read while a thread of another block may still write it
}

__global__ void inAFunction(Sums *into, double *x, double step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double scale = 2 * dot(*into, x[i]); // silent: no-alias
  for (int k = 0; k < 4; ++k)
    x[i] += step * scale; // silent: no-alias
}

__global__ void behindABarrierOfTheBlock(unsigned *bits, unsigned *out) {
  if (threadIdx.x == 0)
    atomicOr(bits, 1u << (blockIdx.x & 31));
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *bits; // warn global-memory-race: is read while a thread of another block may still write it
}

// All have added, or the number is only looked at.

__global__ void behindTheGrid(float *sum, float *mean, const float *in, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    atomicAdd(sum, in[i]); // silent: no-alias
  grid.sync();
  if (grid.thread_rank() == 0)
    *mean = *sum / n;
}

__global__ void behindTheBlock(int *perBlock, int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&perBlock[blockIdx.x], in[i]); // silent: no-alias
  __syncthreads();
  out[i] = perBlock[blockIdx.x]; // silent: no-alias
}

__global__ void onlyLookedAt(int *found, const int *in, int key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*found > 0)
    return;
  if (in[i] == key)
    atomicAdd(found, 1);
}

__global__ void byTheLastBlock(float *sum, unsigned *done, float *mean, const float *in) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum, in[i]); // silent: no-alias
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0)
    *mean = *sum / (gridDim.x * blockDim.x); // silent: no-alias
}

__global__ void elsewhere(int *next, const int *now, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&next[i / 2], now[i]); // silent: no-alias
  out[i] = now[i]; // silent: no-alias
}
