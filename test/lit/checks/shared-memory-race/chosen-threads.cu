// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// A flag or a lock lets one thread come at a time, and only those who wait for
// it.

#include <cuda/atomic>

using DeviceFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;

// --- One waits for a flag, and the others do not ---------------------------------

__global__ void chain(const int *in, int *sums, int *flags, int *out) {
  __shared__ int before;
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  int sum = __syncthreads_count(v);
  if (threadIdx.x == 0) {
    int last = 0;
    if (blockIdx.x > 0) {
      DeviceFlag ready(flags[blockIdx.x - 1]);
      while (ready.load(cuda::memory_order_acquire) == 0) {
      }
      last = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = last + sum; // silent: elected-thread
    DeviceFlag(flags[blockIdx.x]).store(1, cuda::memory_order_release);
    before = last;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = before + v; // silent: elected-thread, no-alias
}

__global__ void chainWithoutABarrier(const int *in, int *sums, int *flags, int *out) {
  __shared__ int before;
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  int sum = __syncthreads_count(v);
  if (threadIdx.x == 0) {
    int last = 0;
    if (blockIdx.x > 0) {
      DeviceFlag ready(flags[blockIdx.x - 1]);
      while (ready.load(cuda::memory_order_acquire) == 0) {
      }
      last = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = last + sum; // silent: elected-thread
    DeviceFlag(flags[blockIdx.x]).store(1, cuda::memory_order_release);
    before = last;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = before + v; // warn shared-memory-race: 'before' is read while another thread of the block may still write it
}

__global__ void readUnderATest(const int *in, int *flag, int *out, int n) {
  __shared__ int first;
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
    first = in[0];
  }
  if (threadIdx.x < n)
    out[threadIdx.x] = first; // warn shared-memory-race: 'first' is read while another thread of the block may still write it
}

__global__ void readByThoseWhoDoNotReturn(const int *in, int *done, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0 && atomicAdd(done, 1) == 0) {
    first = in[0]; // warn shared-memory-race: 'first' is overwritten while another thread of the block may still read it
    return;
  }
  out[threadIdx.x] = first;
}

// --- All of them wait ---------------------------------------------------------------

__global__ void eachUnderTheLock(const int *in, int *lock, int *out) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  bool done = false;
  while (!done)
    if (atomicCAS(&lock[blockIdx.x], 0, 1) == 0) {
      __threadfence();
      if (in[threadIdx.x] > best)
        best = in[threadIdx.x]; // silent: chosen-thread, elected-thread
      __threadfence();
      atomicExch(&lock[blockIdx.x], 0);
      done = true;
    }
  __syncthreads();
  out[threadIdx.x] = best; // silent: chosen-thread
}

// The first lane takes the lock for its warp.
__global__ void warpsUnderTheLock(const int *in, int *lock, int *out) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32)
    sums[t] = 0;
  __syncthreads();
  if (lane == 0)
    while (atomicCAS(&lock[blockIdx.x], 0, 1) != 0) {
    }
  __syncwarp();
  __threadfence();
  sums[lane] += in[t]; // silent: elected-thread
  __threadfence();
  __syncwarp();
  if (lane == 0)
    atomicExch(&lock[blockIdx.x], 0);
  __syncthreads();
  out[t] = sums[lane]; // silent: elected-thread, no-alias
}
