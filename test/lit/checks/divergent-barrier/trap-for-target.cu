// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-uninitialized-shared-read -- --cuda-gpu-arch=sm_75
//
// What is not made for the target fails an assertion where it begins to work:
// threads that go on had nothing to do, and nobody waits for the others.

#include <cassert>

struct Wide {
  float x, y;
};

__device__ float product(const Wide &a, const Wide &b) {
#if __CUDA_ARCH__ < 800
  assert(false);
  return 0;
#else
  return a.x * b.x + a.y * b.y;
#endif
}

__device__ float productOrTrap(const Wide &a, const Wide &b) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
#if __CUDA_ARCH__ < 800
    __trap();
#endif
    sum += a.x * b.x;
  }
  return sum;
}

template <float (*Product)(const Wide &, const Wide &)>
__global__ void attention(const Wide *q, const Wide *k, float *out, int n) {
  extern __shared__ float logits[];
  float *row = logits;
  for (int i = threadIdx.x / 32; i < n; i += 4)
    for (int j = 0; j < 4; ++j)
      row[4 * i + j] = Product(q[threadIdx.x], k[4 * i + j]);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 128)
    sum += row[i];
  __syncthreads();
  out[threadIdx.x] = sum;
}

template __global__ void attention<product>(const Wide *, const Wide *, float *,
                                            int);
template __global__ void attention<productOrTrap>(const Wide *, const Wide *,
                                                  float *, int);

__device__ void check(bool right) {
  if (!right)
    __trap();
}

__device__ void die() { __trap(); }

// A test that may fail takes nothing away.
__global__ void checked(const float *in, float *out, int n) {
  __shared__ float kept[128];
  check(n < 128);
  for (int i = threadIdx.x; i < n; i += 128) {
    if (in[i] < 0)
      die();
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = kept[threadIdx.x]; // warn uninitialized-shared-read: 'kept' is read
}

// The way out of this loop is not the trap.
__global__ void serves(volatile int *ready, int *out, int n) {
  if (threadIdx.x < 32)
    for (;;) {
      if (*ready > n)
        __trap();
      __syncthreads(); // warn divergent-barrier: is reached by only some threads
    }
}

// All that is left to do here is to fail, but together.
__global__ void failsLater(const Wide *q, const Wide *k, float *out, int n) {
  __shared__ float rows[256];
  if (n == 0)
    return;
  for (int i = threadIdx.x / 32; i < n; i += 4)
    rows[i] = product(q[threadIdx.x], k[i]);
  __syncthreads();
  out[threadIdx.x] = rows[threadIdx.x];
  __trap();
}

// Who does not fail is waited for by none.
__global__ void failsForSome(const Wide *q, const Wide *k, float *out, int n) {
  __shared__ float rows[256];
  for (int i = threadIdx.x / 32; i < n; i += 4) {
    if (q[i].x < 0)
      rows[i] = product(q[threadIdx.x], k[i]);
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
  out[threadIdx.x] = rows[threadIdx.x];
}
