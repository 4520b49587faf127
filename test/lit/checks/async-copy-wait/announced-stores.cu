// RUN: %verify %s --checks=-*,warplint-async-copy-wait -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// A bulk store is announced only once its thread has waited for its writes.

#include <cstdint>
#include <cuda/atomic>
#include <cuda/ptx>
__device__ inline uint32_t smem_addr(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void bstore(void* dst, const void* src, uint32_t bytes) { asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(smem_addr(src)), "r"(bytes) : "memory"); }
__device__ inline void bcommit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ inline void bwaitr() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ inline void bwait() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ inline void pfence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
// atomic_ref release
__global__ void releasedBehindRead(const float* in, float* out, int* flag) {
  __shared__ alignas(128) float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  pfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bstore(out + blockIdx.x * 256, t, sizeof(t));
    bcommit();
    bwaitr();
    cuda::atomic_ref<int, cuda::thread_scope_device>(flag[blockIdx.x]).store(1, cuda::memory_order_release); // warn async-copy-wait: 'cuda::atomic_ref::store()' signals to others while a bulk copy may still be writing what it announces
  }
}
// threadfence + atomicAdd, no wait at all, by another thread
__global__ void countedByAnother(const float* in, float* out, int* count) {
  __shared__ alignas(128) float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  pfence();
  __syncthreads();
  if (threadIdx.x == 0) { bstore(out + blockIdx.x * 256, t, sizeof(t)); bcommit(); }
  __syncthreads();
  if (threadIdx.x == 32) { __threadfence(); atomicAdd(count, 1); } // warn async-copy-wait: 'atomicAdd()' signals to others while a bulk copy may still be writing what it announces
  if (threadIdx.x == 0) bwaitr();
}
// cuda::ptx, flags of peers
__global__ void flagsOfPeers(const float* in, float* const* peers, unsigned* const* flags, int n) {
  __shared__ alignas(128) float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int p = 0; p < n; ++p) cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, peers[p], t, sizeof(t));
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>{});
    for (int p = 0; p < n; ++p) asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(flags[p]) : "memory"); // warn async-copy-wait: 'st.release' signals to others while a bulk copy may still be writing what it announces
  }
}
// 29-like: the wait is another thread's
__global__ void waitOfAnotherThread(const float* in, float* out, int n) {
  __shared__ alignas(128) float t[256];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn async-copy-wait: 't' is written while a bulk copy may still be reading it
    pfence();
    __syncthreads();
    if (threadIdx.x == 64) { bstore(out + i * 256, t, sizeof(t)); bcommit(); }
    if (threadIdx.x == 0) bwaitr();
    __syncthreads();
  }
  if (threadIdx.x == 64) bwait();
}
__global__ void loadAwaitedByOthers(const float* in, float* out, int n) {
  __shared__ alignas(16) float t[256];
  if (threadIdx.x < 32) { unsigned a = smem_addr(t + threadIdx.x * 4); asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(in + threadIdx.x * 4)); asm volatile("cp.async.commit_group;"); }
  else asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x & 127]; // warn async-copy-wait: 't' is read while an asynchronous copy into it may be under way
}

__global__ void waitsForTheWrites(const float* in, float* out, int* flag) {
  __shared__ alignas(128) float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  pfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bstore(out + blockIdx.x * 256, t, sizeof(t));
    bcommit();
    bwait();
    cuda::atomic_ref<int, cuda::thread_scope_device>(flag[blockIdx.x]).store(1, cuda::memory_order_release);
  }
}
// frees the input slot of another block, stores its own output
__global__ void freesAnInput(const float* slots, int* full, int* empty, float* out) {
  __shared__ alignas(128) float t[256];
  if (threadIdx.x == 0)
    while (cuda::atomic_ref<int, cuda::thread_scope_device>(full[blockIdx.x]).load(cuda::memory_order_acquire) == 0) {}
  __syncthreads();
  t[threadIdx.x] = slots[blockIdx.x * 256 + threadIdx.x];
  pfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bstore(out + blockIdx.x * 256, t, sizeof(t));
    bcommit();
    bwaitr();
    cuda::atomic_ref<int, cuda::thread_scope_device>(empty[blockIdx.x]).store(1, cuda::memory_order_release);
  }
}
// draws its next tile
__global__ void drawsATile(const float* in, float* out, int* queue, int tiles) {
  __shared__ alignas(128) float t[256];
  __shared__ int tile;
  for (;;) {
    if (threadIdx.x == 0) tile = atomicAdd(queue, 1);
    __syncthreads();
    if (tile >= tiles) break;
    t[threadIdx.x] = in[tile * 256 + threadIdx.x];
    pfence();
    __syncthreads();
    if (threadIdx.x == 0) { bstore(out + tile * 256, t, sizeof(t)); bcommit(); bwaitr(); }
    __syncthreads();
  }
}
// the sum of the block is what is published
__global__ void publishesASum(const float* in, float* out, float* sums, int* flag) {
  __shared__ alignas(128) float t[256];
  t[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  pfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bstore(out + blockIdx.x * 256, t, sizeof(t));
    bcommit();
    float s = 0; for (int i = 0; i < 256; ++i) s += t[i];
    sums[blockIdx.x] = s;
    cuda::atomic_ref<int, cuda::thread_scope_device>(flag[blockIdx.x]).store(1, cuda::memory_order_release);
    bwaitr();
  }
}
// one warp stores, and its lanes wait
__global__ void warpWaits(const float* in, float* out, int n) {
  __shared__ alignas(128) float t[256];
  for (int i = 0; i < n; ++i) {
    t[threadIdx.x] = in[i * 256 + threadIdx.x];
    pfence();
    __syncthreads();
    if (threadIdx.x == 64) { bstore(out + i * 256, t, sizeof(t)); bcommit(); }
    if (threadIdx.x / 32 == 2) bwaitr();
    __syncthreads();
  }
}
__global__ void allWait(const float* in, float* out) {
  __shared__ alignas(16) float t[256];
  bool loads = threadIdx.x < 64;
  if (loads) { unsigned a = smem_addr(t + threadIdx.x * 4); asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(a), "l"(in + threadIdx.x * 4)); }
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x];
}
// the warps take turns, each waits for its own
__global__ void warpsInTurn(const float* in, float* out, int n) {
  __shared__ alignas(128) float t[4][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < n; ++i) {
    if (lane == 0 && warp == (i + 4) % 8) bwaitr();
    __syncthreads();
    t[i % 4][threadIdx.x] = in[i * 256 + threadIdx.x];
    pfence();
    __syncthreads();
    if (lane == 0 && warp == i % 8) { bstore(out + i * 256, t[i % 4], 1024); bcommit(); }
  }
}
