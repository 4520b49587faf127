// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-async-copy-wait --block-dim=256
//
// The length of a copy is a number, written there or in a constant.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

template <class T> __device__ void inAConstant(const T *in, T *out, int n, T *s) {
  auto pipe = cuda::make_pipeline();
  const auto one = cuda::aligned_size_t<alignof(T)>(sizeof(T));
  T sum = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[t], &in[i * 256 + t], one, pipe); // warn shared-memory-race: is copied to while another thread of the block may still read it in the previous iteration
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += s[255 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}
__global__ void ofAnyType(const double *in, double *out, int n) {
  __shared__ double s[256];
  inAConstant(in, out, n, s);
}

__global__ void inAConstantOfTheProgram(const float *in, float *out, int n) {
  static constexpr cuda::aligned_size_t<4> four{4};
  __shared__ float s[256];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(s + t, in + i * 256 + t, four, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[i * 256 + t] = s[t ^ 1]; // warn async-copy-wait: 's' is read after a wait for this thread's own copies only
    pipe.consumer_release();
    __syncthreads();
  }
}

// All have read before it is filled again; another length is not known.

__global__ void behindTheReads(const float4 *in, float4 *out, int n) {
  __shared__ float4 s[256];
  auto pipe = cuda::make_pipeline();
  const auto one = cuda::aligned_size_t<16>(sizeof(float4));
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&s[t], &in[i * 256 + t], one, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[i * 256 + t] = s[255 - t];
    pipe.consumer_release();
    __syncthreads();
  }
}

// A constant that is made of itself has no length.

__global__ void ofItself(const float *in, float *out) {
  __shared__ float s[256];
  auto pipe = cuda::make_pipeline();
  const cuda::aligned_size_t<4> size = size;
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], size, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = s[threadIdx.x];
}
