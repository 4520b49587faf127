// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// Blocks of one cluster at each other's shared memory: only barriers of the
// cluster make them wait for each other.

#include <cooperative_groups.h>
#include <cstdint>

namespace cg = cooperative_groups;

__device__ inline uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ inline uint32_t atRank(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAddress(p)), "r"(rank));
  return there;
}
__device__ inline uint32_t rankInCluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

// --- Races --------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) readsWhatIsBeingWritten(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  part[threadIdx.x] = blockIdx.x + threadIdx.x;
  __syncthreads(); // of the block alone
  out[blockIdx.x * 128 + threadIdx.x] = cluster.map_shared_rank(part, cluster.block_rank() ^ 1)[threadIdx.x]; // warn shared-memory-race: is read while a thread of another block of the cluster may still write it
  // note@-3: of block (0,0,0) writes 'part[0]' here
  // note@-2: of block (1,0,0) reads 'part[0]' here
  // note@-3: let all threads of the cluster meet ('cluster.sync()') between the two accesses
  cluster.sync();
}

__global__ void __cluster_dims__(4, 1, 1) overwritesWhatIsRead(float *out, int rounds) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = i + sum; // warn shared-memory-race: is overwritten while a thread of another block of the cluster may still read it in the previous iteration
    cluster.sync();
    sum += cluster.map_shared_rank(part, (cluster.block_rank() + 1) % 4)[threadIdx.x];
  }
  out[threadIdx.x] = sum;
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) allWriteToTheFirst(const float *in, float *out) {
  __shared__ float best[32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x < 32)
    cluster.map_shared_rank(best, 0)[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x]; // warn shared-memory-race: is written by several threads at once
  cluster.sync();
  if (threadIdx.x < 32)
    out[threadIdx.x] = best[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) countsAtPeersTooEarly(const int *keys, int *out) {
  __shared__ int bins[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(cluster.map_shared_rank(bins, key / 64 % 2) + threadIdx.x % 64, 1);
  cluster.sync();
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) zeroesBesideUpdates(int *out) {
  __shared__ int bins[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(cluster.map_shared_rank(bins, cluster.block_rank() ^ 1) + threadIdx.x % 64, 1); // warn shared-memory-race: is updated while a thread of another block of the cluster may still write it
  cluster.sync();
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) inPtx(float *out) {
  __shared__ float part[128];
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  uint32_t peer = atRank(part, rankInCluster() ^ 1);
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(peer + 4 * threadIdx.x), "f"(1.0f) : "memory");
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x]; // warn shared-memory-race: is read while a thread of another block of the cluster may still write it
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) betweenTheHalves(float *out) {
  __shared__ float part[128];
  part[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  part[threadIdx.x] += 1;
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  float *peer = cg::this_cluster().map_shared_rank(part, rankInCluster() ^ 1);
  out[threadIdx.x] = peer[threadIdx.x]; // warn shared-memory-race: is read while a thread of another block of the cluster may still write it
  cg::this_cluster().sync();
}

struct Stage {
  float keys[64];
  int count;
};
__device__ inline Stage *stageOf(Stage *own, unsigned rank) { return cg::this_cluster().map_shared_rank(own, rank); }

__global__ void __cluster_dims__(2, 1, 1) membersThroughAHelper(float *out) {
  __shared__ Stage stage;
  unsigned rank = cg::this_cluster().block_rank();
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    stage.count = rank + 1;
  __syncthreads();
  out[threadIdx.x] = stageOf(&stage, 1 - rank)->count; // warn shared-memory-race: is read while a thread of another block of the cluster may still write it
  cg::this_cluster().sync();
}

// --- Silent -------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) meetsInBetween(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = blockIdx.x + threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 128 + threadIdx.x] = cluster.map_shared_rank(part, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

__global__ void __cluster_dims__(4, 1, 1) twoBuffers(float *out, int rounds) {
  __shared__ float part[2][128];
  cg::cluster_group cluster = cg::this_cluster();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    part[i & 1][threadIdx.x] = i + sum;
    cluster.sync();
    sum += cluster.map_shared_rank(part[i & 1], (cluster.block_rank() + 1) % 4)[threadIdx.x];
  }
  out[threadIdx.x] = sum;
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) slotsOfTheirOwn(const float *in, float *out) {
  __shared__ float slots[2][32];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x < 32)
    cluster.map_shared_rank(&slots[0][0], 0)[cluster.block_rank() * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  cluster.sync();
  if (threadIdx.x < 32)
    out[threadIdx.x] = slots[0][threadIdx.x] + slots[1][threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) ownRank(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = cluster.map_shared_rank(part, cluster.block_rank())[127 - threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) addsAtomically(int *out) {
  __shared__ int bins[64];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(bins, cluster.block_rank() ^ 1) + threadIdx.x % 64, 1);
  atomicAdd(bins + threadIdx.x % 64, 1);
  cluster.sync();
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = bins[threadIdx.x];
}

// Only the first block reads, what it has not written is another's.
__global__ void __cluster_dims__(2, 1, 1) otherHalf(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 64)
    part[threadIdx.x] = 0;
  cluster.sync();
  if (threadIdx.x >= 64)
    part[threadIdx.x] = threadIdx.x;
  if (cluster.block_rank() == 0 && threadIdx.x < 64)
    out[threadIdx.x] = cluster.map_shared_rank(part, 1)[threadIdx.x];
  cluster.sync();
}

// The other block is told by a barrier object.
__global__ void __cluster_dims__(2, 1, 1) toldByAnObject(float *out) {
  __shared__ float part[128];
  __shared__ uint64_t full;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(sharedAddress(&full)) : "memory");
  cluster.sync();
  uint32_t peer = cluster.block_rank() ^ 1;
  cluster.map_shared_rank(part, peer)[threadIdx.x] = threadIdx.x;
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(atRank(&full, peer)) : "memory");
  asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@!p bra again; }" ::"r"(sharedAddress(&full)) : "memory");
  out[threadIdx.x] = part[threadIdx.x];
  cluster.sync();
}

// Or by a flag.
__global__ void __cluster_dims__(2, 1, 1) toldByAFlag(float *out) {
  __shared__ float part[128];
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    flag = 0;
  cluster.sync();
  cluster.map_shared_rank(part, 1)[threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    *static_cast<volatile int *>(cluster.map_shared_rank(&flag, 1)) = 1;
  if (cluster.block_rank() == 1) {
    while (*static_cast<volatile int *>(&flag) == 0)
      ;
    __threadfence();
    out[threadIdx.x] = part[threadIdx.x];
  }
  cluster.sync();
}

__global__ void __cluster_dims__(1, 1, 1) noPeers(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = cluster.map_shared_rank(part, 0)[127 - threadIdx.x];
}
