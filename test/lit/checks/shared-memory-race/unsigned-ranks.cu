// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-divergent-barrier,warplint-async-copy-wait --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// `unsigned rank = threadIdx.x - first` is huge for the threads before the first:
// whoever compares it asks for both bounds at once.

#include "../Inputs/mbarrier.cuh"

__global__ void __launch_bounds__(128) ofTheSecondWarp(float *out) {
  __shared__ float s[32];
  unsigned rank = threadIdx.x - 32;
  if (rank < 32)
    s[rank] = out[rank];
  __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void __launch_bounds__(128) ofTheSecondAndTheThird(float *out) {
  __shared__ float s[32];
  unsigned rank = threadIdx.x - 32;
  if (rank < 64)
    s[rank % 32] = out[rank]; // warn shared-memory-race: 's[0]' is written by several threads at once
  __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void __launch_bounds__(128) ofOneWarpEach(float *out) {
  __shared__ float s[32];
  unsigned rank = threadIdx.x - 96;
  if (rank < 32)
    s[rank] = out[rank];
  if (rank >= 32 && threadIdx.x < 32)
    out[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32];
}

__global__ void __launch_bounds__(128) readsWhatOthersWrite(float *out) {
  __shared__ float s[32];
  unsigned rank = threadIdx.x - 96;
  if (rank < 32)
    s[rank] = out[rank];
  if (rank >= 0xffffffffu - 63) // Threads 32 to 95.
    out[threadIdx.x] = s[threadIdx.x % 32]; // warn shared-memory-race: 's[0]' is read while another thread of the block may still write it
}

// Four threads of the consumers hand the stage back.
template <bool Waits>
__device__ void tiles(const float *in, float *out, int n) {
  alignas(128) __shared__ float tile[2][128];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], 4);
    }
    mbarFence();
  }
  __syncthreads();
  unsigned consumer = threadIdx.x - 32;
  if (consumer < 128) {
    float sum = 0;
    for (int k = 0; k < n; ++k) {
      mbarWait(&full[k % 2], k / 2 & 1);
      sum += tile[k % 2][consumer];
      asm volatile("bar.sync 1, 128;" ::: "memory");
      if (consumer < 4)
        mbarArrive(&empty[k % 2]);
    }
    out[consumer] = sum;
  } else if (threadIdx.x == 0) {
    for (int k = 0; k < n; ++k) {
      if (Waits)
        mbarWait(&empty[k % 2], (k / 2 & 1) ^ 1);
      mbarExpect(&full[k % 2], sizeof tile[0]);
      bulkLoad(tile[k % 2], in + k * 128, sizeof tile[0], &full[k % 2]); // warn async-copy-wait: 'tile' is filled in 'bulkLoad' although nothing tells that it was used before
    }
  }
}

__global__ void __launch_bounds__(160) handedBack(const float *in, float *out, int n) { tiles<true>(in, out, n); }
__global__ void __launch_bounds__(160) takenBack(const float *in, float *out, int n) { tiles<false>(in, out, n); }
