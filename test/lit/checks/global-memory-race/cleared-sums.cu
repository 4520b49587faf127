// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A sum of all blocks that one block sets to a number in the same launch: what
// other blocks have added before is lost.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void byEachBlock(int *sum, const int *in) {
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  // warn@+1 global-memory-race: is updated while a thread of another block may still write it
  atomicAdd(sum, in[blockIdx.x * 128 + threadIdx.x]);
}

__global__ void byTheFirstThread(float *sum, const float *in) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i == 0)
    sum[0] = 0.0f;
  // warn@+1 global-memory-race: is updated while a thread of another block may still write it
  atomicAdd(&sum[0], in[i]);
}

__device__ void addTo(double *to, double what) {
  atomicAdd(to, what);
}

__global__ void columnsByRowsOfBlocks(double *out, const double *in, int rows) {
  int column = blockIdx.x * 64 + threadIdx.x;
  double own = 0;
  for (int row = blockIdx.y; row < rows; row += gridDim.y)
    own += in[row * 64 * gridDim.x + column];
  if (blockIdx.y == 0)
    out[column] = 0;
  __syncthreads();
  // warn@+1 global-memory-race: is updated while a thread of another block may still write it
  addTo(out + column, own);
}

__global__ void flagsOfBits(unsigned *seen, const unsigned *in) {
  if (blockIdx.x == 0 && threadIdx.x < 4)
    seen[threadIdx.x] = 0u;
  // warn@+1 global-memory-race: is updated while a thread of another block may still write it
  atomicOr(seen + (threadIdx.x & 3), in[blockIdx.x * 128 + threadIdx.x]);
}

__global__ void behindItsOwn(int *counter, int *out) {
  atomicAdd(counter, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0; // silent: no-alias
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *counter = 0; // warn global-memory-race: is written while a thread of another block may still write it
}

// Nobody else adds there, or all wait in between.

__global__ void ofItsOwn(int *sums, const int *in) {
  if (threadIdx.x == 0)
    sums[blockIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[blockIdx.x], in[blockIdx.x * 128 + threadIdx.x]); // silent: no-alias
}

__global__ void oneBlock(int *sum, const int *in) {
  if (threadIdx.x == 0)
    *sum = 0;
  __syncthreads();
  atomicAdd(sum, in[threadIdx.x]); // silent: no-alias
}

__global__ void aheadOfAll(int *sum, const int *in) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0)
    *sum = 0;
  grid.sync();
  atomicAdd(sum, in[grid.thread_rank()]); // silent: no-alias
}

__global__ void clear(int *sum) { *sum = 0; }

__global__ void afterwards(int *sum, const int *in) {
  atomicAdd(sum, in[blockIdx.x * 128 + threadIdx.x]); // silent: no-alias
}

__global__ void byTheLastBlock(int *sum, int *out, unsigned *ticket,
                               const int *in) {
  __shared__ bool isLast;
  atomicAdd(sum, in[blockIdx.x * 128 + threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    *out = atomicAdd(sum, 0); // silent: elected-thread
    *sum = 0; // silent: elected-thread, no-alias
  }
}

__device__ void meet(volatile int *came, int goal) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((int *)came, 1);
    while (*came < goal) {
    }
  }
  __syncthreads();
}

__global__ void behindABarrierOfItsOwn(int *sum, int *came, const int *in) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *sum = 0;
  meet(came, gridDim.x);
  atomicAdd(sum, in[blockIdx.x * 128 + threadIdx.x]);
}

// What is added tells the adder something: that is how blocks talk.

__global__ void ticketsInTurn(int *next, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *next = 0;
  int mine = atomicAdd(next, 1);
  if (mine < 1024)
    out[mine] = threadIdx.x; // silent: elected-thread
}

void launchAll(int *sum, int *out, unsigned *bits, float *f, double *d,
               const int *in, const float *inF, const double *inD, int n) {
  byEachBlock<<<n, 128>>>(sum, in);
  byTheFirstThread<<<n, 128>>>(f, inF);
  columnsByRowsOfBlocks<<<dim3(n, 8), 64>>>(d, inD, n);
  flagsOfBits<<<n, 128>>>(bits, bits + 4);
  ofItsOwn<<<n, 128>>>(sum, in);
  oneBlock<<<1, 128>>>(sum, in);
  clear<<<1, 1>>>(sum);
  afterwards<<<n, 128>>>(sum, in);
  byTheLastBlock<<<n, 128>>>(sum, out, bits, in);
  ticketsInTurn<<<n, 128>>>(sum, out);
  behindItsOwn<<<4, 64>>>(sum, out);
  behindABarrierOfItsOwn<<<64, 128>>>(sum, out, in);
  void *args[] = {&sum, &in};
  cudaLaunchCooperativeKernel((void *)aheadOfAll, 64, 128, args);
}
