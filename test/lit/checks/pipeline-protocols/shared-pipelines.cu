// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token
//
// Pipelines that the threads of a block share, played thread by thread.

#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using Role = cuda::pipeline_role;
constexpr int S = 3;

enum Slip { None, OtherStage, TooManyAhead, NeverGivenBack, CommittedBySome };

template <Slip Made>
__global__ void allDoBoth(int *out, const int *in, int n) {
  __shared__ int a[S][256];
  __shared__ int b[S][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  auto load = [&](int i) {
    pipe.producer_acquire(); // warn barrier-token: 'cuda::pipeline::producer_acquire()' waits for a phase of
    cuda::memcpy_async(block, a[i % S], in + i * 256, sizeof(int) * 256, pipe);
    cuda::memcpy_async(block, b[i % S], in + (n + i) * 256, sizeof(int) * 256, pipe);
    pipe.producer_commit();
  };
  constexpr int Ahead = Made == TooManyAhead ? S : S - 1;
  for (int i = 0; i < Ahead && i < n; ++i)
    load(i);
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i + S - 1 < n)
      load(i + S - 1);
    pipe.consumer_wait();
    constexpr int Shift = Made == OtherStage ? 1 : 0;
    sum += a[i % S][threadIdx.x ^ 1] * b[(i + Shift) % S][255 - threadIdx.x]; // warn async-copy-wait: 'b' is read while the copy that fills it may be under way
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void oneStage(int *out, const int *in, int n) {
  __shared__ int a[256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, a, in + i * 256, sizeof(int) * 256, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += a[255 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

template <bool Right>
__global__ void oneElementEach(int *out, const int *in, int n) {
  __shared__ int a[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  pipe.producer_acquire();
  cuda::memcpy_async(a[0] + threadIdx.x, in + threadIdx.x, 4, pipe);
  pipe.producer_commit();
  for (int i = 1; i <= n; ++i) {
    if (i < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(a[i & 1] + threadIdx.x, in + i * 256 + threadIdx.x, 4, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += a[(Right ? i - 1 : i) & 1][255 - threadIdx.x]; // warn async-copy-wait: 'a' is read while the copy that fills it may be under way
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

template <Slip Made>
__global__ void roles(int *out, const int *in, int n) {
  __shared__ int a[S][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
  auto block = cg::this_thread_block();
  const unsigned half = block.size() / 2;
  auto role = block.thread_rank() < half ? Role::producer : Role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == Role::producer) {
    for (int i = 0; i < n; ++i) {
      pipe.producer_acquire(); // warn barrier-token: waits for a phase of
      if (threadIdx.x < 32)
        for (int k = threadIdx.x; k < 128; k += 32)
          cuda::memcpy_async(&a[i % S][k], &in[i * 128 + k], cuda::aligned_size_t<4>(4), pipe);
      if (Made != CommittedBySome || threadIdx.x < 32)
        pipe.producer_commit();
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    pipe.consumer_wait();
    for (int k = threadIdx.x - half; k < 128; k += half)
      out[i * 128 + k] = a[i % S][k] + a[i % S][(k + 1) % 128]; // warn async-copy-wait: 'a' is read while the copy that fills it may be under way
    if (Made != NeverGivenBack || i % 2)
      pipe.consumer_release();
  }
}

void launch(int *out, const int *in, int n) {
  allDoBoth<None><<<1, 256>>>(out, in, n);
  allDoBoth<OtherStage><<<1, 256>>>(out, in, n);
  allDoBoth<TooManyAhead><<<1, 256>>>(out, in, n);
  oneStage<<<1, 256>>>(out, in, n);
  oneElementEach<true><<<1, 256>>>(out, in, n);
  oneElementEach<false><<<1, 256>>>(out, in, n);
  roles<None><<<1, 128>>>(out, in, n);
  roles<NeverGivenBack><<<1, 128>>>(out, in, n);
  roles<CommittedBySome><<<1, 128>>>(out, in, n);
}
