// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-async-copy-wait --block-dim=256 -- --cuda-gpu-arch=sm_90
//
// One thread lets the copy engine refill what all read.

#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void refilled(const float *in, float *out, int n) {
  __shared__ alignas(16) float s[256];
  __shared__ Barrier full;
  if (threadIdx.x == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(s, in + i * 256, cuda::aligned_size_t<16>(sizeof s), full); // warn shared-memory-race: is copied to while another thread of the block may still read it in the previous iteration
      token = cuda::device::barrier_arrive_tx(full, 1, sizeof s);
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    sum += s[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void refilledBehindABarrier(const float *in, float *out, int n) {
  __shared__ alignas(16) float s[256];
  __shared__ Barrier full;
  if (threadIdx.x == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(s, in + i * 256, cuda::aligned_size_t<16>(sizeof s), full);
      token = cuda::device::barrier_arrive_tx(full, 1, sizeof s);
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    sum += s[255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// The producer waits until all have read.
__global__ void handedBack(const float *in, float *out, int n) {
  __shared__ alignas(16) float s[256];
  __shared__ Barrier full, empty;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    init(&empty, blockDim.x);
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(s, in + i * 256, cuda::aligned_size_t<16>(sizeof s), full);
      token = cuda::device::barrier_arrive_tx(full, 1, sizeof s);
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    sum += s[255 - threadIdx.x];
    empty.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}
