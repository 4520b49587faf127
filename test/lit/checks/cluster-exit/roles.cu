// RUN: %verify %s --checks=-*,warplint-cluster-exit
//
// Blocks that part at their rank: only the one whose memory is used must stay.

#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
__device__ inline uint32_t sharedAddress(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline void init(uint64_t *bar, uint32_t n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(bar)), "r"(n) : "memory"); }
__device__ inline void waitFor(uint64_t *bar, uint32_t parity) {
  asm volatile("{ .reg .pred p;\n again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n @!p bra again; }" ::"r"(sharedAddress(bar)), "r"(parity) : "memory");
}
__device__ inline void arriveAt(uint64_t *bar, uint32_t rank) {
  asm volatile("{ .reg .b32 remote;\nmapa.shared::cluster.u32 remote, %0, %1;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote]; }" ::"r"(sharedAddress(bar)), "r"(rank) : "memory");
}
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(128) gather(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) init(&bar, 3);
  cluster.sync();
  if (rank != 0) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[rank], 0) = in[rank];
      arriveAt(&bar, 0);
    }
    return;
  }
  waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x / 4] = parts[1] + parts[2] + parts[3];
}
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(128) gatherElse(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) init(&bar, 3);
  cluster.sync();
  if (rank == 0) {
    waitFor(&bar, 0);
    if (threadIdx.x == 0)
      out[blockIdx.x / 4] = parts[1] + parts[2] + parts[3];
  } else if (threadIdx.x == 0) {
    *cluster.map_shared_rank(&parts[rank], 0) = in[rank];
    arriveAt(&bar, 0);
  }
}
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) gatherPair(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  if (rank == 1) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[rank], rank ^ 1) = in[rank];
      arriveAt(&bar, rank ^ 1);
    }
    return;
  }
  waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x / 4] = parts[1];
}
// the leader leaves early: wrong
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(128) leaderLeaves(float *out, const float *in) {
  __shared__ float parts[4];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  cluster.sync();
  if (rank == 0) {
    out[blockIdx.x] = 0;
    return;
  }
  if (threadIdx.x == 0)
    *cluster.map_shared_rank(&parts[rank], 0) = in[rank]; // warn cluster-exit: another block's shared memory is written, and that block may have left the kernel
    // note@-4: a block can leave here without another barrier of the cluster
}

// By the block's number, whichever cluster it is of.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) gatherByNumber(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  if (blockIdx.x % 2) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[1], 0) = in[blockIdx.x];
      arriveAt(&bar, 0);
    }
    return;
  }
  waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x / 2] = parts[1];
}

// Which block leaves hangs on the cluster's place in the grid.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) oneClusterLeaves(float *out, const float *in) {
  __shared__ float parts[4];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (blockIdx.x == 4)
    return;
  if (cluster.block_rank() == 1 && threadIdx.x == 0)
    *cluster.map_shared_rank(&parts[1], 0) = in[blockIdx.x]; // warn cluster-exit: another block's shared memory is written, and that block may have left the kernel
}

__device__ inline unsigned rankByRegister() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline unsigned placeAlongX() {
  unsigned place;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(place));
  return place;
}

__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(128) lastLeads(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 3);
  cluster.sync();
  unsigned rank = rankByRegister();
  if (rank < 3) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[rank], 3) = in[rank];
      arriveAt(&bar, 3);
    }
    return;
  }
  waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x / 4] = parts[0] + parts[1] + parts[2];
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) gatherBySwitch(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  switch (cluster.block_rank()) {
  case 0:
    waitFor(&bar, 0);
    if (threadIdx.x == 0)
      out[blockIdx.x / 2] = parts[1];
    break;
  default:
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[1], 0) = in[1];
      arriveAt(&bar, 0);
    }
  }
}

__global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(128) gatherInRows(float *out, const float *in) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  unsigned leader = cluster.block_rank() & ~1u;
  if (placeAlongX() == 1) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[1], leader) = in[1];
      arriveAt(&bar, leader);
    }
    return;
  }
  waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = parts[1];
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) leaderMayLeave(float *out, const float *in, int n) {
  __shared__ float parts[4];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) init(&bar, 1);
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0) {
      *cluster.map_shared_rank(&parts[1], 0) = in[1];
      arriveAt(&bar, 0); // warn cluster-exit: a barrier object of another block is arrived on, and that block may have left the kernel
    }
    return;
  }
  if (n > 3)
    waitFor(&bar, 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[1];
}

// The one that is behind the barrier of the other writes to it as that leaves.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) inBothArms(const float *in) {
  __shared__ float parts[4];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0)
      *cluster.map_shared_rank(&parts[1], 0) = in[1];
    cluster.sync();
  } else {
    cluster.sync();
    if (threadIdx.x == 0)
      *cluster.map_shared_rank(&parts[1], 1) = in[1]; // warn cluster-exit: another block's shared memory is written, and that block may have left the kernel
  }
}
