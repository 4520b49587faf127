// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-shared-memory-race
//
// A pipeline of the thread's own has no object in shared memory.

#include <cuda/pipeline>

__global__ void inTurn(const float4 *in, float *out, int n) {
  __shared__ float4 tile[2][128];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto size = cuda::aligned_size_t<16>(16);
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[i & 1][threadIdx.x], &in[i * 128 + threadIdx.x], size, pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    out[i * 128 + threadIdx.x] = tile[i & 1][127 - threadIdx.x].x;
    pipe.consumer_release();
  }
}
void launchInTurn(const float4 *in, float *out, int n) { inTurn<<<1, 128>>>(in, out, n); }

__global__ void withoutABarrier(const float4 *in, float *out) {
  __shared__ float4 tile[128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = tile[127 - threadIdx.x].x; // warn async-copy-wait: is read after a wait for this thread's own copies only
  pipe.consumer_release();
}
void launchWithout(const float4 *in, float *out) { withoutABarrier<<<1, 128>>>(in, out); }
