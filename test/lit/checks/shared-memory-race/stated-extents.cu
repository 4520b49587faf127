// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier,warplint-named-barrier
//
// What a kernel says of the launches that it is for: extents other than those
// are no example, and those that it names are one.

#include <cassert>

#define REQUIRE(condition)                                                     \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("wrong launch\n");                                                \
      __trap();                                                                \
    }                                                                          \
  } while (0)

extern "C" __device__ int printf(const char *, ...);

// One warp, as it says.
__global__ void oneWarp(float *out, const float *in) {
  __shared__ float cells[512];
  assert(blockDim.x <= 32 && blockDim.y == 1 && blockDim.z == 1);
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 1];
}

__global__ void twoWarps(float *out, const float *in) {
  __shared__ float cells[512];
  assert(blockDim.x % 32 == 0 && blockDim.x <= 64);
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[(t + 32) % 64]; // warn shared-memory-race: is read while another thread of the block may still write it
  // note@-1: seen with blocks of (64,1,1) threads
}

// An extent that nobody would guess.
__global__ void threeWarps(float *out, const float *in) {
  __shared__ float cells[512];
  if (blockDim.x != 96)
    return;
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[(t + 48) % 96]; // warn shared-memory-race: is read while another thread of the block may still write it
  // note@-1: seen with blocks of (96,1,1) threads
}

// Each thread leaves what the threads of another launch would race for.
__global__ void ownPart(float *out, const float *in) {
  __shared__ float cells[512];
  REQUIRE(blockDim.x == 64);
  int t = threadIdx.x;
  cells[t] = in[t];
  cells[t + 64] = 0;
  out[t] = cells[t] + cells[t + 64];
}

__global__ void othersPart(float *out, const float *in) {
  __shared__ float cells[512];
  REQUIRE(blockDim.x == 128);
  int t = threadIdx.x;
  cells[t] = in[t];
  cells[t + 64] = 0; // warn shared-memory-race: is written while another thread of the block may still write it
  out[t] = cells[t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// The compiler takes it for granted, and so does the kernel.
template <int Threads>
__global__ void assumed(float *out, const float *in, int far) {
  __shared__ float cells[1024];
  __builtin_assume(blockDim.x == Threads);
  __builtin_assume(far >= Threads);
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t + far];
}
template __global__ void assumed<64>(float *, const float *, int);

__global__ void assumedLess(float *out, const float *in, int far) {
  __shared__ float cells[1024];
  __builtin_assume(blockDim.x == 64);
  __builtin_assume(far >= 32);
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t + far]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void assumedNever(float *out, const float *in, int far) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
  __builtin_assume(far == 0);
  cells[t] = in[t];
  out[t] = cells[t + far];
}

__global__ void assumedSometimes(float *out, const float *in, int far, int k) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
  if (k)
    __builtin_assume(far == 0);
  cells[t] = in[t];
  out[t] = cells[t + far]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// An assumption is no branch that threads take or not.
__global__ void assumedOfThreads(float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  __builtin_assume(t < n);
  __syncthreads();
  out[t] = 1;
}

__global__ void leavingThreads(float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 2)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[t] = 1;
}

// The other launches are run in another way: nothing is said of them.
__global__ void otherWay(float *out, const float *in) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
  if (blockDim.x != 32) {
    cells[t] = in[t];
    out[t] = cells[t ^ 32]; // warn shared-memory-race: is read while another thread of the block may still write it
    return;
  }
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 1];
}

// Barriers of as many threads as the kernel says that it has.
__global__ void named(float *out) {
  assert(blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1);
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[threadIdx.x] = 1;
}
