// RUN: %verify %s --checks=-*,warplint-relaxed-handshake -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// Barriers of the cluster whose arrival orders no memory.

#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
// 1: intrinsics, own store read by the neighbour
__global__ void __cluster_dims__(2) ownStoreReadByTheOther(const float* in, float* out) {
  __shared__ float edge[64];
  edge[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  auto c = cg::this_cluster();
  out[blockIdx.x * 64 + threadIdx.x] = c.map_shared_rank(edge, c.block_rank() ^ 1)[63 - threadIdx.x];  // warn relaxed-handshake: what another block of the cluster has written is read behind a barrier whose arrival is relaxed
  c.sync();
}
// 2: pushes into the neighbour, which reads its own
__global__ void __cluster_dims__(2) storedAtTheOther(const float* in, float* out) {
  __shared__ float box[64];
  auto c = cg::this_cluster();
  c.sync();
  c.map_shared_rank(box, c.block_rank() ^ 1)[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];  // warn relaxed-handshake: what another block of the cluster has written is read behind a barrier whose arrival is relaxed
  c.sync();
}
// 3: raw asm ld.shared::cluster in a loop
__global__ void __cluster_dims__(4) eachIteration(const int* in, int* out, int n) {
  __shared__ int part;
  uint32_t rank; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) part = in[i * 4 + rank];
    __syncthreads();
    asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
    if (threadIdx.x < 4) {
      uint32_t a = (uint32_t)__cvta_generic_to_shared(&part), r; int v;
      asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(threadIdx.x));
      asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(r) : "memory");  // warn relaxed-handshake: what another block of the cluster has written is read behind a barrier whose arrival is relaxed
      out[i * 4 + threadIdx.x] = v;
    }
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
  }
}

__global__ void __cluster_dims__(2) fenceBefore(const float* in, float* out) {
  __shared__ float edge[64];
  edge[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __threadfence_cluster();
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  auto c = cg::this_cluster();
  out[blockIdx.x * 64 + threadIdx.x] = c.map_shared_rank(edge, c.block_rank() ^ 1)[63 - threadIdx.x];
  c.sync();
}
// relaxed barrier only says that all have started; the exchange has its own
__global__ void __cluster_dims__(2) onlyStarted(const float* in, float* out) {
  __shared__ float box[64];
  auto c = cg::this_cluster();
  box[threadIdx.x] = 0;
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  c.sync();
  c.map_shared_rank(box, c.block_rank() ^ 1)[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
}
// reads first, relaxed at the end, next iteration's store behind it
__global__ void __cluster_dims__(4) readsBeforeIt(const int* in, int* out, int n) {
  __shared__ int part[2];
  uint32_t rank; asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) part[i & 1] = in[i * 4 + rank];
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
    if (threadIdx.x < 4) {
      uint32_t a = (uint32_t)__cvta_generic_to_shared(&part[i & 1]), r; int v;
      asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(threadIdx.x));
      asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(r) : "memory");
      out[i * 4 + threadIdx.x] = v;
    }
    asm volatile("barrier.cluster.arrive.relaxed;\n\tbarrier.cluster.wait;" ::: "memory");
  }
}
// split: own work between arrival and wait; a thread fences for all behind the block barrier
__global__ void __cluster_dims__(2) oneFencesForAll(const float* in, float* out) {
  __shared__ float s;
  auto c = cg::this_cluster();
  if (threadIdx.x == 0) s = in[blockIdx.x];
  __syncthreads();
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  float mine = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * 64 + threadIdx.x] = mine + *c.map_shared_rank(&s, 0);
  c.sync();
}
