// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Buffers that threads fill by stores of their own and hand to others by
// cuda::barrier, and what is handed on by several means.

#include "../Inputs/mbarrier.cuh"
#include <cuda/barrier>

using Bar = cuda::barrier<cuda::thread_scope_block>;

// --- Right --------------------------------------------------------------------

__global__ __launch_bounds__(256) void inTurn(const float *in, float *out, int n) {
  __shared__ float buffer[2][128];
  __shared__ Bar ready[2], filled[2];
  if (threadIdx.x < 2) {
    init(&ready[threadIdx.x], 256);
    init(&filled[threadIdx.x], 256);
  }
  __syncthreads();
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
    for (int i = 0; i < n; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][t] = in[i * 128 + t];
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < n; ++i) {
      filled[i % 2].arrive_and_wait();
      out[i * 128 + t] = buffer[i % 2][127 - t];
      (void)ready[i % 2].arrive();
    }
  }
}

// Elements of a thread's own between arrival and wait; a result that one thread
// stores for all, and that all have read when it is stored again.
__global__ __launch_bounds__(128) void total(const float *in, float *out, int n) {
  __shared__ float mine[128], all;
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    mine[threadIdx.x] = in[i * 128 + threadIdx.x];
    auto token = bar.arrive();
    float twice = mine[threadIdx.x] * 2;
    bar.wait(std::move(token));
    if (threadIdx.x == 0) {
      float sum = 0;
      for (int j = 0; j < 128; ++j)
        sum += mine[j];
      all = sum;
    }
    bar.arrive_and_wait();
    out[i * 128 + threadIdx.x] = all + twice;
  }
}

// Filled by the one, given back at a barrier of the block.
__global__ __launch_bounds__(256) void givenBackByAll(const float *in, float *out, int n) {
  extern __shared__ float stage[];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    mbarInit(&full, 128);
    mbarFence();
  }
  __syncthreads();
  int t = threadIdx.x % 128;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 128) {
      stage[t] = in[i * 128 + t];
      mbarArrive(&full);
    } else {
      mbarWait(&full, i & 1);
      out[i * 128 + t] = stage[t ^ 1];
    }
    __syncthreads();
  }
}

// A flag tells it, too: what waits for it is no matter of barrier objects.
__global__ __launch_bounds__(64) void flagged(const int *in, int *out, int n) {
  __shared__ int x[32];
  __shared__ volatile int flag;
  __shared__ uint64_t done;
  if (threadIdx.x == 0) {
    flag = 0;
    mbarInit(&done, 32);
    mbarFence();
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) {
      x[threadIdx.x] = in[i * 32 + threadIdx.x];
      __threadfence_block();
      __syncwarp();
      if (threadIdx.x == 0)
        flag = i + 1;
      mbarWait(&done, i & 1);
    } else {
      while (flag != i + 1)
        ;
      __threadfence_block();
      __syncwarp();
      out[threadIdx.x] = x[63 - threadIdx.x];
      mbarArrive(&done);
    }
  }
}

// --- Wrong --------------------------------------------------------------------

__global__ __launch_bounds__(256) void givenBackEarly(const float *in, float *out, int n) {
  __shared__ float buffer[2][128];
  __shared__ Bar ready[2], filled[2];
  if (threadIdx.x < 2) {
    init(&ready[threadIdx.x], 256);
    init(&filled[threadIdx.x], 256);
  }
  __syncthreads();
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
    for (int i = 0; i < n; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][t] = in[i * 128 + t];
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < n; ++i) {
      filled[i % 2].arrive_and_wait();
      (void)ready[i % 2].arrive();
      out[i * 128 + t] = buffer[i % 2][127 - t]; // warn barrier-token: 'buffer' is read while another thread may already be filling it anew
  // note@-1: thread ({{[0-9]+}},0,0) is here
  // note@-11: stores here, number {{[0-9]+}} to fill this element, and nothing tells it that the other is done
  // note@-3: give the stage back behind the last access, and let the threads that fill it wait for that
    }
  }
}

// As givenBackByAll, but nobody gives it back.
__global__ __launch_bounds__(256) void neverGivenBack(const float *in, float *out, int n) {
  extern __shared__ float stage[];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    mbarInit(&full, 128);
    mbarFence();
  }
  __syncthreads();
  int t = threadIdx.x % 128;
  for (int i = 0; i < n; ++i)
    if (threadIdx.x < 128) {
      stage[t] = in[i * 128 + t];
      mbarArrive(&full);
    } else {
      mbarWait(&full, i & 1);
      out[i * 128 + t] = stage[t ^ 1]; // warn barrier-token: 'stage' is read while another thread may already be filling it anew
    }
}
