// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Exits that leave no barrier short of a thread that it needs.
// no-findings

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cassert>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void uniformExits(float *out, int n, const int *table, bool flag) {
  if (n == 0)
    return;
  __syncthreads();
  if (blockIdx.x >= n || !flag)
    return;
  __syncthreads();
  if (blockIdx.x * blockDim.x >= n)
    return;
  __syncthreads();
  if (table[blockIdx.x] < 0)
    return;
  __syncthreads();
  if (__syncthreads_and(out[threadIdx.x] > 0))
    return;
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void sharedFlagBehindABarrier(const int *in, float *out) {
  __shared__ bool stop;
  if (threadIdx.x == 0)
    stop = in[blockIdx.x] > 3;
  __syncthreads();
  if (stop)
    return;
  out[threadIdx.x] = 0;
  __syncthreads();
}

__global__ void afterTheLastBarrier(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n)
    return;
  out[i] = tile[255 - threadIdx.x];
}

__global__ void threadZeroWritesAtTheEnd(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  for (int k = 1; k < 256; ++k)
    tile[0] += tile[k];
  out[blockIdx.x] = tile[0];
}

__global__ void noBarrierAtAll(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i];
}

__global__ void barrierOfTheOtherArm(float *out, bool wait) {
  if (wait) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    if (threadIdx.x > 3)
      return;
    out[threadIdx.x] = 2;
  }
}

__global__ void warpBarriersOnly(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i];
  __syncwarp();
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  warp.sync();
  cg::coalesced_threads().sync();
}

__device__ float early(float v, int n) {
  if (threadIdx.x >= n)
    return 0;
  return v * v;
}

// A return from a callee ends the call.
__global__ void returnOfACallee(float *out, int n) {
  float v = early(out[threadIdx.x], n);
  __syncthreads();
  out[threadIdx.x] = v;
}

__global__ void returnOfALambda(float *out, int n) {
  auto store = [&] {
    if (threadIdx.x >= n)
      return;
    out[threadIdx.x] = 0;
  };
  store();
  __syncthreads();
  store();
}

__global__ void aborts(float *out, int n) {
  assert(out[threadIdx.x] > 0);
  if (out[threadIdx.x] < -1)
    __trap();
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void arrivesAndDrops(float *out, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  out[threadIdx.x] = 0;
}

// Named barriers count the threads of their own group.
__global__ void namedBarrierOfOneRole(float *out, int rounds) {
  if (threadIdx.x >= 128)
    return;
  for (int r = 0; r < rounds; ++r) {
    out[threadIdx.x] += 1;
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
}
void launchRole(float *out) { namedBarrierOfOneRole<<<1, 256>>>(out, 3); }

__global__ void objectOfOneRole(float *out) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x >= 64)
    return;
  bar.arrive_and_wait();
  out[threadIdx.x] = 0;
}

// The launch has no thread that leaves.
__global__ void nobodyLeaves(float *out) {
  if (threadIdx.x >= 128)
    return;
  __syncthreads();
  out[threadIdx.x] = 0;
}
void launchNobody(float *out) { nobodyLeaves<<<4, 128>>>(out); }

__global__ void allOfTheBlockLeave(float *out, int n) {
  for (int tile = blockIdx.x;; tile += gridDim.x) {
    if (tile >= n)
      return;
    __syncthreads();
    out[tile * 256 + threadIdx.x] = 0;
  }
}

template <bool Check> __global__ void checksWhenAsked(float *out, int n) {
  if constexpr (Check)
    if (threadIdx.x >= n)
      return;
  if constexpr (!Check)
    __syncthreads();
  out[threadIdx.x] = 0;
}
template __global__ void checksWhenAsked<true>(float *, int);
template __global__ void checksWhenAsked<false>(float *, int);

__global__ void waitsOnceThenLeaves(float *out, int n) {
  for (int r = 0; r < n; ++r) {
    __syncthreads();
    out[threadIdx.x] += r;
  }
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x] *= 2;
}

// The exit stands behind the loop's barriers.
__global__ void treeThenExit(float *out) {
  __shared__ float part[256];
  part[threadIdx.x] = out[threadIdx.x];
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x > 0)
    return;
  out[0] = part[0];
}

// The whole grid leaves, and blocks leave after the last barrier of the grid.
__global__ void theWholeGridLeaves(float *out, int n) {
  if (n == 0)
    return;
  cg::this_grid().sync();
  if (blockIdx.x > 0)
    return;
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void allThreadsExit(float *out, int n) {
  if (n == 0)
    asm volatile("exit;");
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void trapEndsTheLaunch(float *out, int n) {
  if (threadIdx.x >= n)
    asm volatile("trap;");
  __syncthreads();
  out[threadIdx.x] = 0;
}
