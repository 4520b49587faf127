// RUN: %verify %s --checks=-*,warplint-stale-read
//
// Reads that a register or a cache may serve.

#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

__device__ unsigned count;
__device__ int stop;

// --- Waiting ------------------------------------------------------------------------

__global__ void waits(int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      atomicExch(flag, 1);
  } else {
    while (*flag == 0) { // warn stale-read: this loop waits on a plain read of 'flag': the compiler may read it once and loop forever
      // note@-3: another thread writes it here
      // note@-2: read it through 'cuda::atomic_ref' with acquire order, or as volatile with a fence behind the loop
    }
    out[blockIdx.x] = 1;
  }
}

// Another launch or the host sets it; the loop cannot see it all the same.
__global__ void waitsForOthers(const int *flag, int *out) {
  do {
  } while (!*flag); // warn stale-read: this loop waits on a plain read of 'flag'
  out[blockIdx.x] = 1;
}

__device__ bool isSet(const int *flag) { return *flag != 0; } // warn stale-read: waits on a plain read of 'flags'

__global__ void waitsThroughAHelper(int *flags, int *out) {
  for (;;) {
    if (isSet(flags + blockIdx.x))
      break;
  }
  out[blockIdx.x] = 1;
}

__global__ void waitsWithANap(int *out) {
  while (stop == 0) // warn stale-read: waits on a plain read of 'stop'
    __nanosleep(100);
  out[blockIdx.x] = 1;
}

__global__ void waitsInTheBlock(int *out) {
  __shared__ int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 32)
    ready = 1;
  if (threadIdx.x == 0) {
    while (ready == 0) { // warn stale-read: waits on a plain read of 'ready'
    }
    *out = 1;
  }
}

struct Channel {
  int full;
  volatile int empty;
};

__global__ void waitsOnAMember(Channel *channel, int *out) {
  while (channel->full == 0) // warn stale-read: waits on a plain read of 'full'
    ;
  while (channel->empty == 0)
    ;
  *out = 1;
}

__global__ void waitsRightly(volatile int *a, int *b, int *c, unsigned *d, cuda::atomic<int, cuda::thread_scope_device> *e, int *out) {
  while (*a == 0) {
  }
  while (*(volatile int *)b == 0) {
  }
  while (atomicAdd(c, 0) == 0) {
  }
  while (__ldcg(d) == 0) {
  }
  while (e->load(cuda::memory_order_acquire) == 0) {
  }
  *out = 1;
}

__global__ void waitsWithAFence(int *flag, int *out) {
  while (*flag == 0)
    __threadfence();
  *out = 1;
}

__global__ void waitsWithABarrier(int *flag, int *out) {
  while (*flag == 0)
    __syncthreads();
  *out = 1;
}

__global__ void waitsWithAsm(int *flag, int *out) {
  while (*flag == 0)
    asm volatile("" ::: "memory");
  *out = 1;
}

__global__ void givesUp(const int *flag, int *out, int limit) {
  int rounds = 0;
  while (*flag == 0 && rounds < limit)
    ++rounds;
  *out = rounds;
}

__global__ void givesUpByTheClock(const int *flag, int *out) {
  long long start = clock64();
  while (*flag == 0 && clock64() - start < 1000)
    ;
  *out = 1;
}

__global__ void followsALink(const int *next, int *out) {
  int at = blockIdx.x;
  while (next[at] != at)
    at = next[at];
  out[blockIdx.x] = at;
}

__global__ void findsABin(const int *edges, int *out, int value) {
  int bin = 0;
  while (edges[bin] < value)
    ++bin;
  *out = bin;
}

__global__ void endsByItsOwnWrite(int *left, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (left[i] > 0) {
    out[i] += left[i];
    left[i] -= 1;
  }
}

__global__ void setsOfParents(int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int root = i;
  while (parent[root] != root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
}

// --- Read again -----------------------------------------------------------------------

__device__ int row[1025];

// For all that the compiler knows the thread itself has written it: it loads
// again.
__global__ void mayHaveWrittenIt(int *out, int far) {
  int first = row[threadIdx.x];
  row[2] = 2;
  int second = row[threadIdx.x];
  row[threadIdx.x + far] = 3;
  out[threadIdx.x] = first + second + row[threadIdx.x];
}

__global__ void readsAgain(int *out) {
  int first = row[threadIdx.x];
  row[threadIdx.x + 1] = 2;
  int second = row[threadIdx.x]; // warn stale-read: 'row' is read again here, but nothing makes the compiler load what other threads wrote since the first read
  // note@-3: it is read here first
  // note@-3: another thread writes it here
  // note@-3: put a barrier between the writes and this read
  out[threadIdx.x] = first * second;
}

__global__ void readsAgainBehindABarrier(int *out) {
  int first = row[threadIdx.x];
  __syncthreads();
  row[threadIdx.x + 1] = 2;
  __syncthreads();
  int second = row[threadIdx.x];
  out[threadIdx.x] = first * second;
}

__global__ void readsAgainVolatile(volatile int *data, int *out) {
  int first = data[threadIdx.x];
  data[threadIdx.x + 1] = 2;
  out[threadIdx.x] = first * data[threadIdx.x];
}

// Each thread has two elements of its own.
__global__ void ownPairs(int *pairs, int *out) {
  int first = pairs[2 * threadIdx.x];
  pairs[2 * threadIdx.x + 1] = first;
  out[threadIdx.x] = first * pairs[2 * threadIdx.x];
}

__global__ void distantHalves(int *data, int *out, int n) {
  int first = data[threadIdx.x];
  data[threadIdx.x + n] = first;
  out[threadIdx.x] = first * data[threadIdx.x];
}

// --- Read-only caches ---------------------------------------------------------------------

__global__ void lastBlockThroughTheCache(int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += __ldg(&parts[i]); // warn stale-read: 'parts' is read through the read-only cache, which does not see what this launch writes
    // note@-7: another thread writes it here
    // note@-2: read it with '__ldcg()' or as volatile
    *total = sum;
  }
}

__global__ void stepsThroughTheCache(float *a, float *b, int n) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank();
  b[i] = a[i] * 2;
  grid.sync();
  a[i] = __ldg(&b[n - 1 - i]); // warn stale-read: 'b' is read through the read-only cache
}

__global__ void inPlace(float *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = __ldg(&data[i]) * 2;
  __syncthreads();
}

__global__ void inputOnly(const float *__restrict__ in, float *out) {
  out[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += __ldg(&in[blockDim.x - 1 - threadIdx.x]);
}

// --- The last block ---------------------------------------------------------------------------

__global__ void lastPlainly(int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += parts[i]; // warn stale-read: the last to arrive reads 'parts' by a plain load with no fence after the ticket
    // note@-4: the ticket is taken here
    // note@-7: another thread writes it here
    *total = sum;
  }
}

__global__ void lastFenced(int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += parts[i];
    *total = sum;
  }
}

__global__ void lastBehindABarrier(int *parts, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += parts[i];
    *total = sum;
  }
}

__global__ void lastVolatile(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *total += parts[i];
}
