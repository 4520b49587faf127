// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-cluster-exit --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Stages of the blocks of a cluster: each block copies a slice into all of them,
// and gets a stage back when the consumers of all have released it.

#include "../Inputs/mbarrier.cuh"

constexpr int Stages = 3, Tile = 128, Warps = 4;
constexpr unsigned Blocks = 2, TileBytes = Tile * sizeof(float);

struct Ring {
  float tile[Stages][Tile];
  uint64_t full[Stages], empty[Stages];
};

__device__ inline unsigned rankInCluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ inline void arriveAt(uint64_t *bar, unsigned rank) {
  asm volatile("{ .reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote]; }" ::"r"(toShared(bar)),
               "r"(rank)
               : "memory");
}

__device__ inline void copyToMany(void *to, const void *from, unsigned bytes, uint64_t *bar, uint16_t blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
               " [%0], [%1], %2, [%3], %4;" ::"r"(toShared(to)),
               "l"(from), "r"(bytes), "r"(toShared(bar)), "h"(blocks)
               : "memory");
}

__device__ inline void clusterSync() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

__device__ inline void initRing(Ring &ring, unsigned releases) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&ring.full[i], 1);
      mbarInit(&ring.empty[i], releases);
    }
    mbarFence();
  }
}

__device__ inline bool isProducer() { return threadIdx.x == Warps * 32; }
__device__ inline bool isConsumer() { return threadIdx.x < Warps * 32; }

// --- Right ---------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    sliceOfEach(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3);
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// Block 0 copies for both, and stays until all has been released.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    oneCopiesForAll(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    int stage = 0, phase = 0;
    for (int i = 0; i < rounds; ++i) {
      if (rank == 0)
        mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      if (rank == 0)
        copyToMany(ring.tile[stage], in + i * Tile, TileBytes, &ring.full[stage], (1 << Blocks) - 1);
      else
        mbarWait(&ring.full[stage], phase);
      if (++stage == Stages) {
        stage = 0;
        phase ^= 1;
      }
    }
    if (rank == 0)
      for (int i = 0; i < Stages; ++i) {
        mbarWait(&ring.empty[stage], phase ^ 1);
        if (++stage == Stages) {
          stage = 0;
          phase ^= 1;
        }
      }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        arriveAt(&ring.empty[stage], 0);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
}

// --- Wrong ---------------------------------------------------------------------

// As many arrivals as the block itself has warps.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    countOfOneBlock(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3); // warn async-copy-wait: although nothing tells that it was used before
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// The other block copies into this one, too, and is not told.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    releasedAtHomeOnly(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3); // warn async-copy-wait: although nothing tells that it was used before
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        mbarArrive(&ring.empty[stage]);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// The object counts the consumers of both, those of one arrive.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    neverReleased(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3);
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase); // warn barrier-token: waits for a phase of 'full' that never ends
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        arriveAt(&ring.empty[stage], rank);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// Each block expects what it copies itself, and the peer's slice comes, too.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    expectsOwnSlice(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes / Blocks);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3);
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x]; // warn async-copy-wait: while the copy that fills it may be under way
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// The peer's objects may not be initialized when the first copy comes there.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    onlyTheBlockMeets(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  __syncthreads();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3); // warn cluster-exit: comes to a barrier object of another block that may not be initialized yet
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// Consumers of the other block still arrive here when the producer has left.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    leavesBeforeTheLastRelease(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3);
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r); // warn cluster-exit: comes to the shared memory of another block, which may have left the kernel
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
}

// Nobody waits for the last copy that the peer has made into this block.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(160)
    leavesBeforeTheLastCopy(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  unsigned rank = rankInCluster();
  initRing(ring, Warps * Blocks);
  clusterSync();
  if (isProducer()) {
    for (int i = 0; i < rounds + 1; ++i) {
      int stage = i % Stages, phase = i / Stages & 1, from = rank * (Tile / Blocks);
      mbarWait(&ring.empty[stage], phase ^ 1);
      mbarExpect(&ring.full[stage], TileBytes);
      copyToMany(&ring.tile[stage][from], in + i * Tile + from, TileBytes / Blocks, &ring.full[stage], 3); // warn cluster-exit: comes to the shared memory of another block, which may have left the kernel
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      mbarWait(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0)
        for (unsigned r = 0; r < Blocks; ++r)
          arriveAt(&ring.empty[stage], r);
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  clusterSync();
}

// --- By <cuda/ptx>, and by indices in the cluster ----------------------------------

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

__device__ inline unsigned indexInCluster() {
  unsigned index;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(index));
  return index;
}

__device__ inline unsigned blocksAlongX() {
  unsigned extent;
  asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(extent));
  return extent;
}

__device__ inline void waitForPhase(uint64_t *bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity))
    ;
}

// Lane r of each warp releases the stage in block r.
template <bool ToAll>
__device__ void manyByLibrary(const float *in, float *out, int rounds) {
  __shared__ Ring ring;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned blocks = blocksAlongX(), self = indexInCluster();
  if (threadIdx.x == 0)
    for (int i = 0; i < Stages; ++i) {
      ptx::mbarrier_init(&ring.full[i], 1);
      ptx::mbarrier_init(&ring.empty[i], ToAll ? Warps * blocks : Warps);
    }
  cluster.sync();
  int part = Tile / blocks, from = self * part;
  if (isProducer()) {
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      waitForPhase(&ring.empty[stage], phase ^ 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &ring.full[stage], TileBytes);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, &ring.tile[stage][from], in + i * Tile + from, part * 4, &ring.full[stage], uint16_t((1 << blocks) - 1)); // warn async-copy-wait: although nothing tells that it was used before
    }
  } else if (isConsumer()) {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int stage = i % Stages, phase = i / Stages & 1;
      waitForPhase(&ring.full[stage], phase);
      sum += ring.tile[stage][threadIdx.x];
      __syncwarp();
      unsigned lane = threadIdx.x % 32;
      if (ToAll ? lane < blocks : lane == self)
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&ring.empty[stage], lane));
    }
    out[blockIdx.x * Tile + threadIdx.x] = sum;
  }
  cluster.sync();
}

__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(160)
    releasedToAll(const float *in, float *out, int rounds) {
  manyByLibrary<true>(in, out, rounds);
}

__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(160)
    releasedToItself(const float *in, float *out, int rounds) {
  manyByLibrary<false>(in, out, rounds);
}
