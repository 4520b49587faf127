// RUN: %verify %s --checks=-*,warplint-barrier-init -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// How many threads of a role arrive, in loops as well.

#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>
__device__ inline uint32_t sa(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void binit(uint64_t* b, uint32_t n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ inline void barrive(uint64_t* b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sa(b)) : "memory"); }
__device__ inline void bwait(uint64_t* b, uint32_t par) {
  uint32_t ok = 0;
  while (!ok) asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(ok) : "r"(sa(b)), "r"(par) : "memory");
}
// two stages, whole consumer warp frees a slot that expects one arrival
__global__ void __launch_bounds__(64) warpFreesASlot(const int* in, int* out, int n) {
  __shared__ uint64_t full[2], empty[2];
  __shared__ int v[2][32];
  if (threadIdx.x == 0) { for (int s = 0; s < 2; ++s) { binit(&full[s], 32); binit(&empty[s], 1); } }
  __syncthreads();
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) { bwait(&empty[i & 1], ((i >> 1) & 1) ^ 1); v[i & 1][lane] = in[i * 32 + lane]; barrive(&full[i & 1]); }
  } else {
    for (int i = 0; i < n; ++i) { bwait(&full[i & 1], (i >> 1) & 1); out[i * 32 + lane] = v[i & 1][lane ^ 1]; barrive(&empty[i & 1]); } // warn barrier-init: 'mbarrier.arrive' in 'barrive' is executed by more threads than 'empty' expects
  }
}
void run(const int* in, int* out, int n) { warpFreesASlot<<<1, 64>>>(in, out, n); }
// the opposite: expects all, a leader arrives
__global__ void __launch_bounds__(64) leaderForAll(const int* in, int* out) {
  __shared__ uint64_t full;
  __shared__ int v[32];
  if (threadIdx.x == 0) binit(&full, 32);
  __syncthreads();
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) { v[lane] = in[lane]; __syncwarp(); if (lane == 0) barrive(&full); } // warn barrier-init: 'mbarrier.arrive' in 'barrive' waits for more arrivals on 'full' than the threads that come here can make
  else { bwait(&full, 0); out[lane] = v[lane]; }
}
// cuda::ptx
__global__ void __launch_bounds__(128) threadsForWarps(const int* in, int* out) {
  __shared__ uint64_t full;
  __shared__ int v[96];
  if (threadIdx.x == 0) cuda::ptx::mbarrier_init(&full, 3);
  __syncthreads();
  if (threadIdx.x < 96) { v[threadIdx.x] = in[threadIdx.x]; cuda::ptx::mbarrier_arrive(&full); } // warn barrier-init: 'cuda::ptx::mbarrier_arrive()' is executed by more threads than 'full' expects
  else { while (!cuda::ptx::mbarrier_try_wait_parity(&full, 0)) {} out[threadIdx.x] = v[threadIdx.x - 96]; }
}

// each warp frees its own slot; its lanes count
__global__ void __launch_bounds__(160) lanesCount(const int* in, int* out, int n) {
  __shared__ uint64_t full[4], empty[4];
  __shared__ int v[4][32];
  if (threadIdx.x == 0) { for (int s = 0; s < 4; ++s) { binit(&full[s], 32); binit(&empty[s], 32); } }
  __syncthreads();
  int lane = threadIdx.x & 31, w = threadIdx.x / 32;
  if (w == 4) {
    for (int i = 0; i < n; ++i) for (int s = 0; s < 4; ++s) { bwait(&empty[s], (i & 1) ^ 1); v[s][lane] = in[(i * 4 + s) * 32 + lane]; barrive(&full[s]); }
  } else {
    for (int i = 0; i < n; ++i) { bwait(&full[w], i & 1); out[(i * 4 + w) * 32 + lane] = v[w][lane ^ 1]; barrive(&empty[w]); }
  }
}
// each lane signals its own barrier, which expects one
__global__ void __launch_bounds__(64) eachItsOwn(const int* in, int* out) {
  __shared__ uint64_t full[32];
  __shared__ int v[32];
  if (threadIdx.x < 32) binit(&full[threadIdx.x], 1);
  __syncthreads();
  int lane = threadIdx.x & 31;
  if (threadIdx.x < 32) { v[lane] = in[lane]; barrive(&full[lane]); }
  else { bwait(&full[lane ^ 1], 0); out[lane] = v[lane ^ 1]; }
}
// in turns: thread t goes on in phase t
__global__ void __launch_bounds__(32) inTurns(int* out) {
  __shared__ uint64_t turn;
  __shared__ int sum;
  if (threadIdx.x == 0) { binit(&turn, 1); sum = 0; }
  __syncthreads();
  for (int t = 0; t < (int)threadIdx.x; ++t) bwait(&turn, t & 1);
  sum = sum * 3 + threadIdx.x;
  barrive(&turn);
  __syncthreads();
  out[threadIdx.x] = sum;
}
// leader of each warp
__global__ void __launch_bounds__(128) leaderOfEachWarp(const int* in, int* out) {
  __shared__ uint64_t full;
  __shared__ int v[96];
  if (threadIdx.x == 0) cuda::ptx::mbarrier_init(&full, 3);
  __syncthreads();
  if (threadIdx.x < 96) { v[threadIdx.x] = in[threadIdx.x]; __syncwarp(); if (threadIdx.x % 32 == 0) cuda::ptx::mbarrier_arrive(&full); }
  else { while (!cuda::ptx::mbarrier_try_wait_parity(&full, 0)) {} out[threadIdx.x] = v[threadIdx.x - 96]; }
}
