// RUN: %verify %s --checks=-*,warplint-cluster-exit
//
// Distributed shared memory: the other block must run when it is used, from the
// first barrier of the cluster until nobody is at it any more.

#include <cooperative_groups.h>
#include <cstdint>

namespace cg = cooperative_groups;

__device__ inline uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ inline void arriveAt(uint64_t *bar, uint32_t rank) {
  asm volatile("{ .reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, "
               "[remote]; }" ::"r"(sharedAddress(bar)),
               "r"(rank)
               : "memory");
}

__device__ inline void waitFor(uint64_t *bar, uint32_t parity) {
  asm volatile("{ .reg .pred p;\n"
               "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64"
               " p, [%0], %1;\n"
               "@!p bra again; }" ::"r"(sharedAddress(bar)),
               "r"(parity)
               : "memory");
}

__device__ inline void clusterArrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ inline void clusterWait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// --- The peer may have left ---------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) readsAtTheEnd(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    box = cluster.block_rank();
  cluster.sync();
  int *other = cluster.map_shared_rank(&box, cluster.block_rank() ^ 1);
  out[threadIdx.x] = *other; // warn cluster-exit: another block's shared memory is read, and that block may have left the kernel
} // note: a block can leave here without another barrier of the cluster

__global__ void loopEndsWithTheRead(float *out, int rounds) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    part[threadIdx.x] = i;
    cluster.sync();
    sum += cluster.map_shared_rank(part, 0)[threadIdx.x]; // warn cluster-exit: is read, and that block may have left
  }
  out[threadIdx.x] = sum;
}

__global__ void onlyTheReaderStays(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = threadIdx.x;
  cluster.sync();
  if (cluster.block_rank() != 0)
    return;
  float sum = 0;
  for (unsigned r = 1; r < cluster.num_blocks(); ++r)
    sum += cluster.map_shared_rank(part, r)[threadIdx.x]; // warn cluster-exit: is read, and that block may have left
  // note@-4: a block can leave here
  out[threadIdx.x] = sum;
  cluster.sync();
}

__global__ void betweenTheHalves(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = threadIdx.x;
  cluster.sync();
  auto token = cluster.barrier_arrive();
  out[threadIdx.x] = *cluster.map_shared_rank(&box, 1); // warn cluster-exit: may have left
  // note@-2: it comes behind the arrival here
  cluster.barrier_wait(std::move(token));
}

__global__ void addsByIntrinsic(const int *in) {
  __shared__ int bins[32];
  if (threadIdx.x < 32)
    bins[threadIdx.x] = 0;
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  int *first = static_cast<int *>(__cluster_map_shared_rank(bins, 0));
  atomicAdd(first + (in[threadIdx.x] & 31), 1); // warn cluster-exit: another block's shared memory is updated, and that block may have left
}

__global__ void arrivesInPtx(int *out) {
  __shared__ uint64_t ready, other;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    arriveAt(&ready, 1); // warn cluster-exit: a barrier object of another block is arrived on, and that block may have left
}

__global__ void addressInAnInteger(uint32_t *out) {
  __shared__ uint32_t box;
  box = 1;
  clusterArrive();
  clusterWait();
  uint32_t remote, got;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(sharedAddress(&box)), "r"(0));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(got) : "r"(remote)); // warn cluster-exit: is read
  out[threadIdx.x] = got;
}

struct Exchange {
  cg::cluster_group cluster;
  float *mine;
  __device__ float from(int rank, int i) const {
    return cluster.map_shared_rank(mine, rank)[i];
  }
};

template <int Peers>
__global__ void throughAnObject(float *out) {
  extern __shared__ float tile[];
  Exchange x{cg::this_cluster(), tile};
  tile[threadIdx.x] = 1;
  x.cluster.sync();
  float sum = 0;
#pragma unroll
  for (int r = 0; r < Peers; ++r)
    sum += x.from(r, threadIdx.x); // warn cluster-exit: is read
  out[threadIdx.x] = sum;
}
template __global__ void throughAnObject<4>(float *);

__global__ void barrierOnOneWay(int *out, bool again) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = 1;
  cluster.sync();
  out[threadIdx.x] = *cluster.map_shared_rank(&box, 0); // warn cluster-exit: is read
  if (again)
    cluster.sync();
}

// --- Tensor memory of a pair of blocks -------------------------------------------

__device__ inline void allocate2(uint32_t *address, uint32_t columns) {
  asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(sharedAddress(address)), "r"(columns) : "memory");
}
__device__ inline void allocate1(uint32_t *address, uint32_t columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(sharedAddress(address)), "r"(columns) : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) allocatesAtOnce(uint32_t *out) {
  __shared__ uint32_t address;
  if (threadIdx.x < 32)
    allocate2(&address, 512); // warn cluster-exit: tensor memory of a pair of blocks is allocated before it is known that all blocks of the cluster run
  __syncthreads();
  out[threadIdx.x] = address;
  cg::this_cluster().sync();
}

// As with launches in clusters that the unit does not show.
__global__ void allocatesBehindAnArrival(uint32_t *out) {
  __shared__ uint32_t address;
  clusterArrive();
  if (threadIdx.x / 32 == 1)
    asm volatile("{ .reg .b32 columns;\n"
                 "mov.b32 columns, 64;\n"
                 "tcgen05.alloc.cta_group::2.sync.aligned.b32 [%0], columns; }" ::"r"(sharedAddress(&address)) : "memory"); // warn@-2 cluster-exit: tensor memory of a pair of blocks is allocated before
  clusterWait();
  out[threadIdx.x] = address;
}

__global__ void __cluster_dims__(2, 1, 1) allocatesBehindABarrier(uint32_t *out) {
  __shared__ uint32_t address;
  clusterArrive();
  clusterWait();
  if (threadIdx.x < 32)
    allocate2(&address, 512);
  __syncthreads();
  out[threadIdx.x] = address;
}

template <int Blocks> __device__ void allocate(uint32_t *address) {
  if constexpr (Blocks == 2)
    allocate2(address, 128);
  else
    allocate1(address, 128);
}
template <int Blocks> __global__ void __cluster_dims__(2, 1, 1) asTheTileAsks(uint32_t *out) {
  __shared__ uint32_t address;
  if (Blocks == 2)
    cg::this_cluster().sync();
  if (threadIdx.x < 32)
    allocate<Blocks>(&address);
  __syncthreads();
  out[threadIdx.x] = address;
}
template __global__ void asTheTileAsks<1>(uint32_t *);
template __global__ void asTheTileAsks<2>(uint32_t *);

__global__ void __cluster_dims__(2, 1, 1) eachForItself(uint32_t *out) {
  __shared__ uint32_t address;
  if (threadIdx.x < 32)
    allocate1(&address, 512);
  __syncthreads();
  out[threadIdx.x] = address;
}

// --- The peer may not run yet -------------------------------------------------

__global__ void writesAtOnce(int *out) {
  __shared__ int box[128];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.map_shared_rank(box, 1)[threadIdx.x] = 1; // warn cluster-exit: is written before it is known that all blocks of the cluster run
  cluster.sync();
  out[threadIdx.x] = box[threadIdx.x];
}

__global__ void blockBarrierIsNotEnough(uint64_t *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(sharedAddress(&bar)) : "memory");
  __syncthreads();
  if (threadIdx.x < 2)
    arriveAt(&bar, threadIdx.x); // warn cluster-exit: is arrived on before it is known
  waitFor(&bar, 0);
  clusterArrive();
  clusterWait();
}

__global__ void multicastAtOnce(const void *from, uint16_t mask) {
  __shared__ alignas(128) char tile[1024];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 1024, [%2], %3;" ::"r"(sharedAddress(tile)), "l"(from), "r"(sharedAddress(&bar)), "h"(mask) : "memory"); // warn cluster-exit: a copy into several blocks of the cluster is started before it is known
  waitFor(&bar, 0);
}

// --- The arrival tells too little ---------------------------------------------

__global__ void arrivalOfTheBlock(int *out) {
  __shared__ int box;
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&bar)) : "memory");
  cluster.sync();
  if (threadIdx.x == 0) {
    int peer = cluster.block_rank() ^ 1;
    *cluster.map_shared_rank(&box, peer) = 1;
    uint32_t remote;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(sharedAddress(&bar)), "r"(peer));
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory"); // warn cluster-exit: to tell it of data, but the arrival is no release at cluster scope
    // note@-4: the peer may not see this write
  }
  waitFor(&bar, 0);
  out[threadIdx.x] = box;
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) theArrivalTellsOfWhatIsFetched(const float *in, float *out) {
  __shared__ float scales[128];
  __shared__ uint64_t ready;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  cluster.sync();
  scales[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  if (cluster.block_rank() == 1 && threadIdx.x == 0)
    asm volatile("{ .reg .b32 remote;\n"
                 "mapa.shared::cluster.u32 remote, %0, 0;\n"
                 "mbarrier.arrive.release.cta.shared::cluster.b64 _, [remote]; }" ::"r"(sharedAddress(&ready)) : "memory"); // warn@-2 cluster-exit: to tell it of data, but the arrival is no release at cluster scope
  // note@-6: the peer may not see this write
  if (cluster.block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = scales[threadIdx.x] + cluster.map_shared_rank(scales, 1)[threadIdx.x];
  }
  cluster.sync();
}

// The same with addresses that PTX gets as numbers, and with copies of the threads.
__device__ inline uint32_t addressAt(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAddress(p)), "r"(rank));
  return there;
}
__device__ inline float loadFrom(uint32_t address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
  return value;
}

__global__ void __cluster_dims__(2, 1, 1) copiedAtHome(const float *in, float *out) {
  __shared__ alignas(16) float scales[128];
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (threadIdx.x < 32) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(&scales[threadIdx.x * 4])), "l"(in + threadIdx.x * 4) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0)
      asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory"); // warn cluster-exit: to tell it of data, but the arrival is no release at cluster scope
    // note@-5: the peer may not see this write
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&scales[threadIdx.x], 1));
  }
  clusterArrive();
  clusterWait();
}

__global__ void __cluster_dims__(2, 1, 1) copiedAtHomeAndReleased(const float *in, float *out) {
  __shared__ alignas(16) float scales[128];
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (threadIdx.x < 32) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(&scales[threadIdx.x * 4])), "l"(in + threadIdx.x * 4) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0)
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory");
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&scales[threadIdx.x], 1));
  }
  clusterArrive();
  clusterWait();
}

// What the peer fetches is another member, written before the clusters met.
struct Halves {
  float fetched[128], own[128];
  uint64_t ready;
};
__global__ void __cluster_dims__(2, 1, 1) anotherMemberIsFetched(const float *in, float *out) {
  __shared__ Halves halves;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&halves.ready)) : "memory");
  halves.fetched[threadIdx.x] = in[threadIdx.x];
  clusterArrive();
  clusterWait();
  halves.own[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0)
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&halves.ready, 0)) : "memory");
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&halves.ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&halves.fetched[threadIdx.x], 1)) + halves.own[threadIdx.x];
  }
  clusterArrive();
  clusterWait();
}

// --- Bytes added to the peer's address ------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) bytesAdded(float *out) {
  __shared__ float part[128];
  part[threadIdx.x] = 1;
  clusterArrive();
  clusterWait();
  uint32_t there;
  float got;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAddress(part)), "r"(0));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(got) : "r"(there + 4 * threadIdx.x)); // warn cluster-exit: is read
  out[threadIdx.x] = got;
}

// --- Silent -------------------------------------------------------------------

// What is fetched behind a barrier of the cluster needs no telling.
__global__ void __cluster_dims__(2, 1, 1) theArrivalTellsOfNothing(const float *in, float *out) {
  __shared__ float scales[128];
  __shared__ uint64_t ready;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  cluster.sync();
  scales[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("{ .reg .b32 remote;\n"
                 "mapa.shared::cluster.u32 remote, %0, %1;\n"
                 "mbarrier.arrive.release.cta.shared::cluster.b64 _, [remote]; }" ::"r"(sharedAddress(&ready)), "r"(cluster.block_rank() ^ 1) : "memory");
  waitFor(&ready, 0);
  cluster.sync();
  out[threadIdx.x] = cluster.map_shared_rank(scales, 1)[threadIdx.x];
  cluster.sync();
}

// The same with a release at the scope of the cluster.
__global__ void __cluster_dims__(2, 1, 1) theArrivalIsWideEnough(const float *in, float *out) {
  __shared__ float scales[128];
  __shared__ uint64_t ready;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  cluster.sync();
  scales[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  if (cluster.block_rank() == 1 && threadIdx.x == 0)
    arriveAt(&ready, 0);
  if (cluster.block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = scales[threadIdx.x] + cluster.map_shared_rank(scales, 1)[threadIdx.x];
  }
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) stays(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    box = cluster.block_rank();
  cluster.sync();
  out[threadIdx.x] = *cluster.map_shared_rank(&box, cluster.block_rank() ^ 1);
  cluster.sync();
}

__global__ void splitOrdersBoth(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = threadIdx.x;
  clusterArrive();
  int own = threadIdx.x * 3; // own work between the halves
  clusterWait();
  int got = *cluster.map_shared_rank(&box, 1);
  clusterArrive();
  out[threadIdx.x] = got + own; // own work
  clusterWait();
}

__global__ void ownWorkBehind(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = threadIdx.x;
  cluster.sync();
  int got = *cluster.map_shared_rank(&box, 1);
  cluster.sync();
  for (int i = threadIdx.x; i < got; i += blockDim.x)
    out[i] = box;
}

__global__ void __cluster_dims__(1, 1, 1) clusterOfOne(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = *cluster.map_shared_rank(&box, 0);
}

__global__ void launchedWithoutClusters(int *out) {
  __shared__ int box;
  box = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = *cg::this_cluster().map_shared_rank(&box, 0);
}
void launch(int *out) { launchedWithoutClusters<<<4, 32>>>(out); }

__global__ void itsOwnRank(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  box = threadIdx.x;
  out[threadIdx.x] = *cluster.map_shared_rank(&box, cluster.block_rank());
}

__global__ void sameConditionTwice(float *out) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  bool several = cluster.num_blocks() > 1;
  part[threadIdx.x] = threadIdx.x;
  if (several)
    cluster.sync();
  else
    __syncthreads();
  float sum = 0;
  if (several)
    sum = cluster.map_shared_rank(part, 0)[threadIdx.x];
  if (several)
    cluster.sync();
  out[threadIdx.x] = sum;
}

__global__ void roundsOfReadAndMeet(float *out, int rounds) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  float sum = 0;
  cluster.sync();
  for (int i = 0; i < rounds; ++i) {
    sum += cluster.map_shared_rank(part, 0)[threadIdx.x];
    cluster.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void threadsDoDifferentWork(float *out, int n) {
  __shared__ float part[128];
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = 0;
  cluster.sync();
  if (threadIdx.x < 32)
    for (int i = threadIdx.x; i < n; i += 32)
      atomicAdd(cluster.map_shared_rank(part, i % 2), 1.0f);
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}

__global__ void rankZeroCollects(float *out) {
  __shared__ float part;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    part = blockIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    float sum = part;
    for (unsigned r = 1; r < cluster.num_blocks(); ++r)
      sum += *cluster.map_shared_rank(&part, r);
    out[blockIdx.x] = sum;
  }
  cluster.sync();
}

// The peer waits for the last arrival before it leaves.
__global__ void ownerWaitsForArrivals(int *out) {
  __shared__ uint64_t done;
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&done)) : "memory");
  box = 1;
  cluster.sync();
  if (threadIdx.x == 0) {
    out[blockIdx.x] = *cluster.map_shared_rank(&box, cluster.block_rank() ^ 1);
    arriveAt(&done, cluster.block_rank() ^ 1);
  }
  waitFor(&done, 0);
}

__global__ void fenceBeforeTheArrival(int *out) {
  __shared__ int box;
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&bar)) : "memory");
  cluster.sync();
  if (threadIdx.x == 0) {
    int peer = cluster.block_rank() ^ 1;
    *cluster.map_shared_rank(&box, peer) = 1;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    uint32_t remote;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(sharedAddress(&bar)), "r"(peer));
    asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory");
  }
  waitFor(&bar, 0);
  out[threadIdx.x] = box;
  cluster.sync();
}

// Nobody knows what the caller does behind it.
__device__ float helperThatNobodyCalls(float *mine) {
  return cg::this_cluster().map_shared_rank(mine, 1)[threadIdx.x];
}

extern __device__ void meetSomehow();
__global__ void callThatIsNotSeen(int *out) {
  __shared__ int box;
  box = 1;
  meetSomehow();
  out[threadIdx.x] = *cg::this_cluster().map_shared_rank(&box, 1);
  meetSomehow();
}

__global__ void wholeGridMeets(int *out) {
  __shared__ int box;
  box = 1;
  cg::this_grid().sync();
  out[threadIdx.x] = *cg::this_cluster().map_shared_rank(&box, 1);
  cg::this_grid().sync();
}

// What is stored as a whole the peer fetches member by member, and the other way round.
struct Pair {
  float a, b;
};
__global__ void __cluster_dims__(2, 1, 1) wholeIsStored(const float *in, float *out) {
  __shared__ Pair mine;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0) {
    mine = {in[0], in[1]};
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory"); // warn cluster-exit: to tell it of data, but the arrival is no release at cluster scope
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&mine.b, 1));
  }
  clusterArrive();
  clusterWait();
}

__global__ void __cluster_dims__(2, 1, 1) wholeIsCopied(const float *in, float *out) {
  __shared__ Pair mine;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0) {
    mine = reinterpret_cast<const Pair *>(in)[threadIdx.x];
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory"); // warn cluster-exit: to tell it of data, but the arrival is no release at cluster scope
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&mine.b, 1));
  }
  clusterArrive();
  clusterWait();
}

__global__ void __cluster_dims__(2, 1, 1) memberIsStored(const float *in, float *out) {
  __shared__ Pair mine;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0) {
    mine.a = in[0];
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory"); // warn cluster-exit: to tell it of data, but the arrival is no release at cluster scope
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&mine, 1));
  }
  clusterArrive();
  clusterWait();
}

__global__ void __cluster_dims__(2, 1, 1) anotherMemberIsStored(const float *in, float *out) {
  __shared__ Pair mine;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0) {
    mine.a = in[0];
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory");
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&mine.b, 1));
  }
  clusterArrive();
  clusterWait();
}

__global__ void __cluster_dims__(2, 1, 1) wholeIsStoredAndReleased(const float *in, float *out) {
  __shared__ Pair mine;
  __shared__ uint64_t ready;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&ready)) : "memory");
  clusterArrive();
  clusterWait();
  if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0) {
    mine = {in[0], in[1]};
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(addressAt(&ready, 0)) : "memory");
  }
  if (cg::this_cluster().block_rank() == 0) {
    waitFor(&ready, 0);
    out[threadIdx.x] = loadFrom(addressAt(&mine.b, 1));
  }
  clusterArrive();
  clusterWait();
}
