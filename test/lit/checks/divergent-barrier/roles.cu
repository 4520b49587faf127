// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-barrier-init
//
// Roles of a block that meet at one barrier of the hardware, each at its own
// place in the text.

#include "../Inputs/mbarrier.cuh"

namespace everyone {
__device__ inline void sync(int id) {
  asm volatile("bar.sync %0;" ::"r"(id) : "memory");
}
} // namespace everyone

__device__ inline int warpid() { return threadIdx.x / 32; }

__global__ __launch_bounds__(384) void meetAtFifteen(float *out, int n) {
  __shared__ uint64_t full[4];
  if (warpid() >= 8) {
    if (threadIdx.x == 256)
      for (int i = 0; i < 4; ++i)
        mbarInit(&full[i], 1);
    everyone::sync(15); // silent: whole-rows
    for (int k = 0; k < n; ++k)
      if (threadIdx.x == 256)
        mbarArrive(&full[k & 3]);
  } else {
    everyone::sync(15); // silent: whole-rows
    for (int k = 0; k < n; ++k)
      mbarWait(&full[k & 3], (k >> 2) & 1);
    out[threadIdx.x] = n;
  }
}

__global__ __launch_bounds__(384) void meetAtDifferentOnes(float *out, int n) {
  if (warpid() >= 8)
    everyone::sync(14); // warn divergent-barrier: 'bar.sync' in 'sync' is reached by only some threads of the block
  else
    everyone::sync(15); // warn divergent-barrier: 'bar.sync' in 'sync' is reached by only some threads of the block
  out[threadIdx.x] = n;
}

// The lanes of one warp cannot execute one aligned barrier at two places.
__global__ __launch_bounds__(384) void lanesAtTwoPlaces(float *out, int n) {
  if (threadIdx.x % 32 >= 8)
    everyone::sync(15); // warn divergent-barrier: 'bar.sync' in 'sync' is reached by only some threads of the block
  else
    everyone::sync(15); // warn divergent-barrier: 'bar.sync' in 'sync' is reached by only some threads of the block
  out[threadIdx.x] = n;
}

// The role that waits meets nobody first.
__global__ __launch_bounds__(384) void waitsAtOnce(float *out, int n) {
  __shared__ uint64_t full[4];
  if (warpid() >= 8) {
    if (threadIdx.x == 256)
      for (int i = 0; i < 4; ++i)
        mbarInit(&full[i], 1);
    everyone::sync(15); // silent: whole-rows
    for (int k = 0; k < n; ++k)
      if (threadIdx.x == 256)
        mbarArrive(&full[k & 3]);
  } else {
    for (int k = 0; k < n; ++k)
      mbarWait(&full[k & 3], (k >> 2) & 1); // warn barrier-init: 'mbarrier.try_wait.parity' in 'mbarWait' uses 'full' before it is initialized
    everyone::sync(15); // silent: whole-rows
    out[threadIdx.x] = n;
  }
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) meetInTheCluster(float *out, int n) {
  __shared__ uint64_t full[4];
  if (warpid() >= 8) {
    if (threadIdx.x == 256)
      for (int i = 0; i < 4; ++i)
        mbarInit(&full[i], 1);
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // silent: whole-rows
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    for (int k = 0; k < n; ++k)
      if (threadIdx.x == 256)
        mbarArrive(&full[k & 3]);
  } else {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // silent: whole-rows
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    for (int k = 0; k < n; ++k)
      mbarWait(&full[k & 3], (k >> 2) & 1);
    out[threadIdx.x] = n;
  }
}

// The last that one warp does: the others have exited, or come here, too.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) lastWarpOfTheCluster(float *out, int n) {
  out[threadIdx.x] = n;
  if (warpid() == 0) {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // silent: whole-rows
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    out[0] = n + 1;
  }
}

// The others go on.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) firstWarpOfTheCluster(float *out, int n) {
  if (warpid() == 0) {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // warn divergent-barrier: 'barrier.cluster.arrive' is reached by only some threads of the cluster
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  }
  out[threadIdx.x] = n;
}

// The lanes beside the one that arrives are of its warp.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(384) lastLaneOfTheCluster(float *out, int n) {
  out[threadIdx.x] = n;
  if (threadIdx.x == 0) {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // warn divergent-barrier: 'barrier.cluster.arrive' is reached by only some threads of the cluster
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  }
}
