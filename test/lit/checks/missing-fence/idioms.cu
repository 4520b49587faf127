// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
// no-findings
//
// Atomics, flags and volatile memory that announce nothing, or do it right.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned next, statistics[8];

// --- Counting without a reader --------------------------------------------------

__global__ void histogram(const int *in, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1);
}

__global__ void counted(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
  atomicAdd(&statistics[0], 1);
}

__global__ void compacted(const int *in, int *out, unsigned *size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(size, 1)] = in[i];
}

// --- Work queues ------------------------------------------------------------------

__global__ void fetchesWork(const float *in, float *out, unsigned n) {
  for (unsigned i = atomicAdd(&next, 1); i < n; i = atomicAdd(&next, 1))
    out[i] = in[i] + 1;
}

__global__ void fetchesWorkInPlace(float *data, unsigned n) {
  while (true) {
    unsigned i = atomicAdd(&next, 1);
    if (i >= n)
      break;
    data[i] = data[i] + 1;
  }
}

__global__ void blockFetchesWork(float *data, unsigned tiles) {
  __shared__ unsigned tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(&next, 1);
    __syncthreads();
    if (tile == tiles)
      return;
    data[tile * blockDim.x + threadIdx.x] += 1;
    __syncthreads();
  }
}

// --- Hash tables --------------------------------------------------------------------

__global__ void insert(const int *in, int *keys, int *values, int n, int slots) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int slot = in[i] % slots;
    while (true) {
      int old = atomicCAS(&keys[slot], -1, in[i]);
      if (old == -1 || old == in[i]) {
        atomicAdd(&values[slot], 1);
        break;
      }
      slot = (slot + 1) % slots;
    }
  }
}

__device__ float atomicMaximum(float *at, float value) {
  int *bits = (int *)at;
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void maximum(const float *in, float *out, float *copy, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  copy[i] = in[i];
  float old = atomicMaximum(out, in[i]);
  if (old < in[i])
    copy[i] = old;
}

// --- A value and its flag in one word ---------------------------------------------

__global__ void lookBackPacked(volatile unsigned long long *tiles, const unsigned *in, unsigned *out) {
  __shared__ unsigned before;
  unsigned sum = in[blockIdx.x];
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      tiles[0] = (1ull << 32) | sum;
      before = 0;
    } else {
      unsigned long long word;
      do
        word = tiles[blockIdx.x - 1];
      while ((word >> 32) == 0);
      before = (unsigned)word;
      tiles[blockIdx.x] = (1ull << 32) | (before + sum);
    }
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

// --- Barriers of the library --------------------------------------------------------

__global__ void gridBarrier(float *a, float *b, int n) {
  auto grid = cg::this_grid();
  for (int step = 0; step < n; ++step) {
    a[grid.thread_rank()] = b[grid.thread_rank()];
    grid.sync();
    b[grid.thread_rank()] = a[grid.num_threads() - 1 - grid.thread_rank()];
    grid.sync();
  }
}

// The fence stands in a branch that is taken whenever the ticket is.
__global__ void onlyWithSeveralBlocks(volatile float *parts, float *out, unsigned *counter) {
  if (threadIdx.x)
    return;
  parts[blockIdx.x] = 1;
  if (gridDim.x > 1)
    __threadfence();
  if (gridDim.x > 1) {
    if (atomicInc(counter, gridDim.x - 1) == gridDim.x - 1) {
      __threadfence();
      for (unsigned i = 0; i < gridDim.x; ++i)
        *out += parts[i];
    }
  }
}

// The last block reads nothing that others wrote.
__global__ void lastOneSignals(float *data, unsigned *counter, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  if (threadIdx.x == 0 && atomicAdd(counter, 1) == gridDim.x - 1)
    *done = 1;
}

// Each block reads back only its own.
__global__ void ownAgain(float *data, unsigned *counter, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  if (atomicAdd(counter, 1) == gridDim.x * blockDim.x - 1)
    out[i] = data[i];
}

// State of the thread's own, kept from launch to launch.
__global__ void ownState(volatile int *state, float *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (state[i] == 1)
    data[i] = data[i] + 1;
  state[i] = 1;
}

// Anyone may end the search; who sees the flag reads nothing.
__global__ void search(const int *in, int key, int n, volatile int *found, int *where) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (*found)
      return;
    if (in[i] == key) {
      *where = i;
      *found = 1;
    }
  }
}

// A launch before has written what the flag stands for.
__global__ void flagOfALaunchBefore(const volatile int *ready, const float *in, float *out) {
  if (*ready)
    out[threadIdx.x] = in[threadIdx.x];
}

// A maximum tells nobody that all have come.
__global__ void visits(const int *edges, int *cost, int *color, volatile int *overflow, int n, int shade) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicMax(&cost[edges[i]], i);
  if (*overflow)
    return;
  *overflow = 1;
  if (atomicMax(&color[edges[i]], shade) != shade)
    cost[i] = *overflow;
}

// Nodes are taken from a pool by number.
__global__ void allocates(int *pool, unsigned *used, const int *in, int *root) {
  int parent = in[blockIdx.x];
  pool[parent * 8] = 1;
  unsigned node = atomicAdd(used, 1);
  pool[node * 8] = pool[parent * 8];
  if (node == *root)
    pool[parent * 8 + 1] = pool[parent * 8 + 2];
}

// A loop as long as a list says waits for nobody.
struct Cut {
  int size, used;
  int leaves[4];
};

__global__ void filters(Cut *cuts, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < cuts[i].size; ++k)
    sum += cuts[i].leaves[k];
  out[i] = sum + cuts[i + 1].used;
  cuts[i].used = 0;
  cuts[i + 1].size = 0;
}

// The host asks when the kernel is over.
__device__ __managed__ bool again, found;

__global__ void looks(const int *in) {
  if (in[threadIdx.x])
    again = true;
  found = true;
}

void iterate(const int *in) {
  do {
    again = false;
    looks<<<1, 32>>>(in);
    cudaDeviceSynchronize();
  } while (again && !found);
}

// Written and read through pointers that are no longer const.
__global__ void castAway(const int *__restrict__ levels, int *out) {
  int *own = (int *)levels + blockIdx.x * blockDim.x;
  own[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = own[blockDim.x - 1 - threadIdx.x];
}
