// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Threads that pass by a barrier and wait no more on their way to the end: from
// sm_70 on the barrier does without them. Each case stands beside one in which
// something holds them up, or in which their work is missed.

#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

// --- The last warp adds up ---------------------------------------------------------

__global__ void lastWarpAddsUp(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  if (t < 128)
    part[t] += part[t + 128];
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block, and the others wait no more (portability)
    part[t] += part[t + 16];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
void launchLast(const float *in, float *out) { lastWarpAddsUp<<<8, 256>>>(in, out); }

__global__ void allReadTheSum(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[t];
  __syncthreads();
  if (t < 32) {
    part[t] += part[t + 32];
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  }
  out[t] = part[0];
}

__global__ void allWaitOnceMore(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[t];
  if (t < 32) {
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    part[t] += part[t + 32];
  }
  __syncthreads();
  out[t] = part[t];
}

// --- A guard around the work ---------------------------------------------------------

__global__ void guardAroundAll(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  if (t < n) {
    tile[t] = in[t];
    __syncthreads(); // warn divergent-barrier: and the others wait no more (portability)
    out[t] = tile[n - 1 - t];
  }
}

__global__ void guardLeavesHoles(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  if (t < n) {
    tile[t] = in[t];
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    out[t] = tile[127 - t];
  }
}

// What decides stays as it is: who has passed by once passes by again.
__global__ void guardInALoop(const float *in, float *out, int n, int rows) {
  __shared__ float tile[128];
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  for (int row = 0; row < rows; ++row)
    if (column < n) {
      tile[threadIdx.x] = in[row * n + column];
      cg::this_thread_block().sync(); // warn divergent-barrier: and the others wait no more (portability)
      out[row * n + column] = tile[threadIdx.x] * 2;
    }
}

__global__ void guardMovesWithTheLoop(const float *in, float *out, int n, int rows) {
  __shared__ float tile[128];
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  for (int row = 0; row < rows; ++row)
    if (column < n - row) {
      tile[threadIdx.x] = in[row * n + column];
      cg::this_thread_block().sync(); // warn divergent-barrier: {{threads of the block(?!, and)}}
      out[row * n + column] = tile[threadIdx.x] * 2;
    }
}

// --- Each thread has its own number of iterations ------------------------------------

__global__ void stridesToTheEnd(const float *in, float *out, int n) {
  __shared__ float cell[64];
  for (int i = threadIdx.x; i < n; i += 64) {
    cell[threadIdx.x] = in[i];
    asm volatile("bar.sync 0;" ::: "memory"); // warn divergent-barrier: and the others wait no more (portability)
    out[i] = cell[threadIdx.x];
  }
}
void launchStrides(const float *in, float *out, int n) { stridesToTheEnd<<<1, 64>>>(in, out, n); }

__global__ void stridesThenSum(const float *in, float *out, int n) {
  __shared__ float cell[64];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) {
    cell[threadIdx.x] = in[i];
    asm volatile("bar.sync 0;" ::: "memory"); // warn divergent-barrier: {{threads of the block(?!, and)}}
    sum += cell[threadIdx.x];
  }
  cell[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = cell[63 - threadIdx.x];
}
void launchSum(const float *in, float *out, int n) { stridesThenSum<<<1, 64>>>(in, out, n); }

// --- Lanes of one warp part -----------------------------------------------------------

// The lanes that wait at the barrier hold up those that want the whole warp.
__global__ void lanesExchangeBehind(const int *in, int *out, int n) {
  int t = threadIdx.x, mine = 0;
  if (t < n) {
    mine = in[t];
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  }
  out[t] = mine + __shfl_xor_sync(~0u, mine, 1);
}

__global__ void warpsExchangeBehind(const int *in, int *out) {
  int t = threadIdx.x, mine = 0;
  if (t < 64) {
    mine = in[t];
    __syncthreads(); // warn divergent-barrier: and the others wait no more (portability)
  }
  out[t] = mine + __shfl_xor_sync(~0u, mine, 1);
}
void launchWarps(const int *in, int *out) { warpsExchangeBehind<<<1, 128>>>(in, out); }

// --- In functions, under several branches ---------------------------------------------

__device__ void addColumn(float *cells, int row, int rows) {
  for (int half = rows / 2; half > 0; half /= 2) {
    if (row < half)
      cells[row] += cells[row + half];
    __syncthreads();
  }
}

__device__ bool isMine(int column, int n) { return column < n; }

__global__ void callsUnderAGuard(const float *in, float *out, int n) {
  __shared__ float cells[32][9];
  int column = blockIdx.x * 32 + threadIdx.x;
  if (!isMine(column, n))
    ;
  else {
    cells[threadIdx.x][threadIdx.y] = in[threadIdx.y * n + column];
    addColumn(cells[threadIdx.x], threadIdx.y, 8); // warn divergent-barrier: '__syncthreads()' in 'addColumn' is reached by only some threads of the block, and the others wait no more (portability)
    if (threadIdx.y == 0)
      out[column] = cells[threadIdx.x][0];
  }
}
void launchCalls(const float *in, float *out, int n) { callsUnderAGuard<<<4, dim3(32, 8)>>>(in, out, n); }

// --- Barriers that wait for more than those who are left ------------------------------

__global__ void wholeGrid(float *out, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x < n) {
    out[threadIdx.x] = 1;
    cg::this_grid().sync(); // warn divergent-barrier: {{threads of the grid(?!, and)}}
  }
}

__global__ void gridBehind(float *out, int n) {
  if (threadIdx.x < n) {
    out[threadIdx.x] = 1;
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
  }
  cg::this_grid().sync();
}

__global__ void waitsForAFlag(volatile int *flag, float *out, int n) {
  if (threadIdx.x < n) {
    out[threadIdx.x] = 1;
    __syncthreads(); // warn divergent-barrier: {{threads of the block(?!, and)}}
    *flag = 1;
  }
  while (*flag == 0)
    ;
}
