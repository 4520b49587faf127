// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier -- -isystem %S/../Inputs/library
// What a library's template is for the device is seen, whoever asked for it first.
#include <exchange.h>

void sorted(float *p, double *q) {
  library::exchange(p, p + 1);
  library::Window<float> w{p};
  w.put(0, w.get(1));
  library::exchange(q, q + 1);
}

__global__ void neighbours(float *out) {
  __shared__ float s[129];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    s[128] = 0;
  __syncthreads();
  library::exchange(&s[threadIdx.x], &s[threadIdx.x + 1]); // warn shared-memory-race: is written while another thread of the block may still write it{{$}}
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void pairs(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  s[threadIdx.x + 128] = threadIdx.x;
  __syncthreads();
  library::exchange(&s[2 * threadIdx.x], &s[2 * threadIdx.x + 1]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void window(float *out) {
  __shared__ float s[128];
  library::Window<float> w{s};
  w.put(threadIdx.x, out[threadIdx.x]);
  out[threadIdx.x] = w.get(127 - threadIdx.x); // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
__global__ void windowAfter(float *out) {
  __shared__ float s[128];
  library::Window<float> w{s};
  w.put(threadIdx.x, out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = w.get(127 - threadIdx.x);
}

void started(float *p) {
  neighbours<<<1, 128>>>(p);
  pairs<<<1, 128>>>(p);
  window<<<1, 128>>>(p);
  windowAfter<<<1, 128>>>(p);
}

// Through a lambda of both sides, after the host has asked.
__global__ void byLambda(double *out) {
  __shared__ double s[129];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  auto move = [&](int at) { library::exchange(s + at, s + at + 1); }; // warn shared-memory-race: is written while another thread of the block may still write it{{$}}
  move(threadIdx.x);
}
void lambdas(double *p) { byLambda<<<1, 128>>>(p); }

// A body that waited until the kernel asked.
__global__ void partly(float *out) {
  __shared__ float s[128];
  if (threadIdx.x < 64)
    out[threadIdx.x] = library::total(s, 1.0f); // warn divergent-barrier: in 'total' is reached by only some threads of the block{{$}}
}
__global__ void wholly(int *out) {
  __shared__ int s[128];
  out[threadIdx.x] = library::total(s, 1);
}

// What the library is to launch is the user's.
template <class T> __global__ void given(T *p) {
  __shared__ T s[128];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[127 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it{{$}}
}
template <class T> __global__ void givenOneWarp(T *p) {
  __shared__ T s[128];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[127 - threadIdx.x];
}
void ofTheUser(int *p) {
  library::start<given<int>>(p);
  library::apply([=] { givenOneWarp<<<1, 128>>>(p); });
}
