// RUN: %verify %s --checks=-*,warplint-async-copy-wait --block-dim=128
//
// Stages of a pipeline that the threads of a block share: used before and after
// they are given back.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr int S = 2;

__global__ void usedBehindTheRelease(const float *in, float *out, int n) {
  __shared__ float s[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  int f = 0;
  for (int r = 0; r < n; ++r) {
    for (; f < n && f < r + S; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % S], in + f * 128, sizeof(float) * 128, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_release();
    sum += s[r % S][127 - threadIdx.x]; // warn async-copy-wait: 's' is read after its stage was released: a copy may already be filling it anew
  }
  out[threadIdx.x] = sum;
}

__global__ void usedBeforeTheRelease(const float *in, float *out, int n) {
  __shared__ float s[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  int f = 0;
  for (int r = 0; r < n; ++r) {
    for (; f < n && f < r + S; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % S], in + f * 128, sizeof(float) * 128, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += s[r % S][127 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// All have read before anybody copies again.
__global__ void meetsBehindTheUse(const float *in, float *out, int n) {
  __shared__ float s[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  int f = 0;
  for (int r = 0; r < n; ++r) {
    for (; f < n && f < r + S; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, s[f % S], in + f * 128, sizeof(float) * 128, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    pipe.consumer_release();
    sum += s[r % S][127 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// What is read behind the loop nothing fills anew.
__global__ void usedBehindTheLoop(const float *in, float *out, int n) {
  __shared__ float s[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, s[0], in, sizeof(float) * 128, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  out[threadIdx.x] = s[0][127 - threadIdx.x];
}

// One role fills, the other uses.
__global__ void roles(const float *in, float *out, int n) {
  __shared__ float s[S][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, size_t(64));
  int t = threadIdx.x;
  if (t < 64) {
    for (int r = 0; r < n; ++r) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[r % S][t], in + r * 64 + t, sizeof(float), pipe);
      pipe.producer_commit();
    }
  } else {
    float sum = 0;
    for (int r = 0; r < n; ++r) {
      pipe.consumer_wait();
      pipe.consumer_release();
      sum += s[r % S][127 - t]; // warn async-copy-wait: 's' is read after its stage was released: a copy may already be filling it anew
    }
    out[t] = sum;
  }
}
