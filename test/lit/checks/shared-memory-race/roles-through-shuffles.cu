// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90 -DONE=1
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90 -DONE=2
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90 -DONE=3
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90 -DONE=4
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -arch=sm_90 -DONE=5
// The number of a warp, or of a group of warps, that every thread takes from a lane of its
// warp: what all lanes have alike is the thread's own.

template <int V> __device__ int group() {
  const unsigned all = ~0u;
  if (V == 0) return __shfl_sync(0xffffffff, threadIdx.x / 128, 0);
  if (V == 1) return __shfl_sync(all, int(threadIdx.x) / 32, 5) >> 2;
  if (V == 2) return __shfl_sync(all, threadIdx.x, 0) / 128;
  if (V == 3) return __shfl_xor_sync(all, threadIdx.x >> 7, 16);
  if (V == 4) return __shfl_up_sync(all, threadIdx.x & ~127u, 1) / 128;
  int taken, warp = threadIdx.x / 32;
  asm volatile("shfl.sync.idx.b32 %0, %1, 0, 31, 0xffffffff;" : "=r"(taken) : "r"(warp));
  return taken / 4;
}
// The consumers write elements of their own, and meet.
template <int V> __global__ void apart(const float *in, float *out) {
  __shared__ float s[256];
  int g = group<V>(), own = threadIdx.x % 256;
  if (g != 0) {
    s[own] = in[threadIdx.x];
    asm volatile("bar.sync 1, 256;" ::: "memory");
    out[own] = s[255 - own];
  }
}
// Two groups, one element.
template <int V> __global__ void together(const float *in, float *out) {
  __shared__ float s[256];
  int g = group<V>(), own = threadIdx.x % 256;
  if (g != 0) {
    s[own % 128] = in[threadIdx.x]; // warn shared-memory-race: is written by several threads at once
    asm volatile("bar.sync 1, 256;" ::: "memory");
    out[own] = s[own % 128];
  }
}
// They go on before all have written.
template <int V> __global__ void unmet(const float *in, float *out) {
  __shared__ float s[256];
  int g = group<V>(), own = threadIdx.x % 256;
  if (g != 0) {
    s[own] = in[threadIdx.x];
    out[own] = s[255 - own]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}
// Only lanes of their own: no shuffle among all.
__global__ void ofHalves(const float *in, float *out) {
  __shared__ float s[32];
  int half = __shfl_sync(~0u, threadIdx.x / 16, 0, 16);
  if (half == 1) s[threadIdx.x % 16] = in[threadIdx.x];
  if (half == 0) s[threadIdx.x] = in[threadIdx.x + 1];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
// Another lane's own number: lane 1's is 33 in the second warp.
__global__ void notAlike(const float *in, float *out) {
  __shared__ float s[64];
  int first = __shfl_sync(~0u, threadIdx.x, 1);
  if (first == 33) s[threadIdx.x % 32] = in[threadIdx.x];
  if (first == 1 + 32 * 2) s[threadIdx.x % 32 + 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 64];
  __syncthreads();
  if (first >= 33) s[threadIdx.x % 32] = in[threadIdx.x]; // warn shared-memory-race: is written by several threads at once
}
void launch(const float *in, float *out) {
  apart<0><<<4, 384>>>(in, out); apart<1><<<4, 384>>>(in, out); apart<2><<<4, 384>>>(in, out);
  apart<3><<<4, 384>>>(in, out); apart<4><<<4, 384>>>(in, out); apart<5><<<4, 384>>>(in, out);
#ifndef ONE
#define ONE 0
#endif
  together<ONE><<<4, 384>>>(in, out);
  unmet<ONE><<<4, 384>>>(in, out);
  ofHalves<<<4, 32>>>(in, out);
  notAlike<<<4, 96>>>(in, out);
}

// Rows of 48: lane 0 of the second warp is (32, 0), of the third (16, 1).
__device__ int rank() { return threadIdx.x + 48 * threadIdx.y; }
__global__ void fitting(int *out) {
  __shared__ int s[96];
  int column = __shfl_sync(~0u, threadIdx.x / 32, 0), row = __shfl_sync(~0u, threadIdx.y, 0);
  int warp = __shfl_sync(~0u, rank() / 32, 0);
  if (column == 1) s[rank() % 32] = threadIdx.x;
  if (row == 1) s[rank() % 32 + 32] = threadIdx.x;
  if (warp == 0) s[rank() % 32 + 64] = threadIdx.x;
  __syncthreads();
  out[rank()] = s[rank()];
}
__global__ void columns(int *out) {
  __shared__ int s[32];
  if (__shfl_sync(~0u, threadIdx.x / 32, 0) == 0)
    s[rank() % 32] = threadIdx.x; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[rank()] = s[rank() % 32];
}
__global__ void rows(int *out) {
  __shared__ int s[32];
  if (__shfl_sync(~0u, threadIdx.y, 0) == 0)
    s[rank() % 32] = threadIdx.x; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[rank()] = s[rank() % 32];
}
void launchRows(int *out) {
  fitting<<<1, dim3(48, 2)>>>(out);
  columns<<<1, dim3(48, 2)>>>(out);
  rows<<<1, dim3(48, 2)>>>(out);
}
