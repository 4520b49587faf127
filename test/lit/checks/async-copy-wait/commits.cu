// RUN: %verify %s --checks=-*,warplint-async-copy-wait
//
// Copies of some threads, under tests of rounds: who commits what, and whether
// anybody waits for it.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

//===--- A quarter of the threads copies -------------------------------------===//

template <int Pending>
__global__ void copiedByAQuarter(const float *in, const float *x, float *out, int tiles) {
  __shared__ alignas(16) float a[3][256];
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles && t < 64)
      __pipeline_memcpy_async(&a[s][t * 4], &in[s * 256 + t * 4], 16);
    __pipeline_commit();
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(Pending);
    __syncthreads();
    if (i + 2 < tiles && t < 64)
      __pipeline_memcpy_async(&a[(i + 2) % 3][t * 4], &in[(i + 2) * 256 + t * 4], 16);
    __pipeline_commit();
    sum += a[i % 3][t] * x[i * 256 + t]; // warn async-copy-wait: 'a' is read while an asynchronous copy into it may be under way: the wait leaves its group pending
  }
  out[t] = sum;
}

__global__ void committedWithTheCopy(const float *in, float *out, int tiles) {
  __shared__ alignas(16) float a[3][256];
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles && t < 64)
      __pipeline_memcpy_async(&a[s][t * 4], &in[s * 256 + t * 4], 16);
    __pipeline_commit();
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < tiles && t < 64) {
      __pipeline_memcpy_async(&a[(i + 2) % 3][t * 4], &in[(i + 2) * 256 + t * 4], 16);
      __pipeline_commit();
    }
    sum += a[i % 3][t]; // warn async-copy-wait: in the last iteration of the loop the wait leaves its group pending
  }
  out[t] = sum;
}

__global__ void committedBeforeTheLoopOnly(const float *in, float *out, int tiles) {
  __shared__ float a[3][256];
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles)
      __pipeline_memcpy_async(&a[s][t], &in[s * 256 + t], 4);
    __pipeline_commit();
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < tiles)
      __pipeline_memcpy_async(&a[(i + 2) % 3][t], &in[(i + 2) * 256 + t], 4);
    sum += a[i % 3][t]; // warn async-copy-wait: the copy was not committed before the wait
  }
  out[t] = sum;
}

// A wait for all copies is one for those too.
__global__ void waitsForAll(const float *in, float *out, int tiles) {
  __shared__ float a[2][256];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&a[0][t], &in[t], 4);
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    if (i + 1 < tiles)
      __pipeline_memcpy_async(&a[(i + 1) % 2][t], &in[(i + 1) * 256 + t], 4);
    sum += a[i % 2][t];
  }
  out[t] = sum;
}

void launch(const float *in, float *out, int n) {
  copiedByAQuarter<1><<<1, 256>>>(in, in, out, n);
  copiedByAQuarter<2><<<1, 256>>>(in, in, out, n);
  committedWithTheCopy<<<1, 256>>>(in, out, n);
  committedBeforeTheLoopOnly<<<1, 256>>>(in, out, n);
  waitsForAll<<<1, 256>>>(in, out, n);
}

//===--- Pipelines of producers and consumers --------------------------------===//

constexpr int S = 4, B = 64;

template <bool Commits, bool Waits>
__global__ void roles(const int *in, int *out, int n) {
  __shared__ int box[S][B];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int i = 0; i < n; ++i) {
      pipe.producer_acquire();
      for (int k = threadIdx.x; k < B; k += 32)
        cuda::memcpy_async(&box[i % S][k], &in[i * B + k], sizeof(int), pipe);
      if (Commits)
        pipe.producer_commit();
    }
    return;
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (Waits)
      pipe.consumer_wait(); // warn async-copy-wait: waits for a stage before any was committed
    sum += box[i % S][threadIdx.x - 32]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
    pipe.consumer_release();
  }
  out[threadIdx.x - 32] = sum;
}
template __global__ void roles<true, true>(const int *, int *, int);
template __global__ void roles<false, true>(const int *, int *, int);
template __global__ void roles<true, false>(const int *, int *, int);

__global__ void threadPipelineNotCommitted(const float4 *in, float *out, int n) {
  __shared__ float4 a[3][256];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    pipe.producer_acquire();
    if (s < n)
      cuda::memcpy_async(&a[s][t], &in[s * 256 + t], cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
  }
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    sum += a[i % 3][255 - t].x; // warn async-copy-wait: the copy was not committed before the wait
    pipe.consumer_release();
    pipe.producer_acquire();
    if (i + 2 < n)
      cuda::memcpy_async(&a[(i + 2) % 3][t], &in[(i + 2) * 256 + t], cuda::aligned_size_t<16>(16), pipe);
  }
  out[t] = sum;
}

__global__ void threadPipelineCommitted(const float4 *in, float *out, int n) {
  __shared__ float4 a[3][256];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    pipe.producer_acquire();
    if (s < n)
      cuda::memcpy_async(&a[s][t], &in[s * 256 + t], cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
  }
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    sum += a[i % 3][255 - t].x;
    pipe.consumer_release();
    pipe.producer_acquire();
    if (i + 2 < n)
      cuda::memcpy_async(&a[(i + 2) % 3][t], &in[(i + 2) * 256 + t], cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
  }
  out[t] = sum;
}
