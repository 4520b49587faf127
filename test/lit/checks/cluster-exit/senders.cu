// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-cluster-exit --certainty=model
// RUN: %verify %s --prefix=DEFAULT --checks=-*,warplint-cluster-exit
// DEFAULT-no-findings
//
// A bulk copy out of a block's shared memory into a peer's reads it until it is
// done, which only those know that get it.

#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;
__device__ inline uint32_t sharedAddress(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ inline uint32_t peerAddress(const void *p, uint32_t rank) {
  uint32_t r;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(sharedAddress(p)), "r"(rank));
  return r;
}
__device__ inline void init(uint64_t *bar, uint32_t n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(bar)), "r"(n) : "memory"); }
__device__ inline void expect(uint64_t *bar, uint32_t bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(bar)), "r"(bytes) : "memory"); }
__device__ inline void waitFor(uint64_t *bar, uint32_t parity) {
  asm volatile("{ .reg .pred p;\n again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n @!p bra again; }" ::"r"(sharedAddress(bar)), "r"(parity) : "memory");
}
__device__ inline void sendTo(uint32_t rank, void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(peerAddress(to, rank)), "r"(sharedAddress(from)), "r"(bytes), "r"(peerAddress(bar, rank)) : "memory");
}
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// exchange: each sends and waits for what comes, then leaves
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) exchange(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  uint32_t peer = cluster.block_rank() ^ 1;
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (threadIdx.x == 0) sendTo(peer, theirs, mine, 512, &bar); // MODEL-warn cluster-exit: 'cp.async.bulk' in 'sendTo' copies out of the memory of its block, which may have left the kernel
  waitFor(&bar, 0);
  out[threadIdx.x + blockIdx.x * 128] = theirs[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) exchangeAndMeet(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  uint32_t peer = cluster.block_rank() ^ 1;
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (threadIdx.x == 0) sendTo(peer, theirs, mine, 512, &bar);
  waitFor(&bar, 0);
  out[threadIdx.x + blockIdx.x * 128] = theirs[threadIdx.x];
  cluster.sync();
}
// one way: rank 1 sends to 0 and leaves
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) oneWay(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0) sendTo(0, theirs, mine, 512, &bar); // MODEL-warn cluster-exit: a copy into another block's shared memory is started, and this block may leave before that has read its memory
    return;
  }
  waitFor(&bar, 0);
  out[threadIdx.x] = theirs[threadIdx.x];
}
// one way with meeting
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) oneWayAndMeet(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0) sendTo(0, theirs, mine, 512, &bar);
  } else {
    waitFor(&bar, 0);
    out[threadIdx.x] = theirs[threadIdx.x];
  }
  cluster.sync();
}
// ping pong: rank 0 sends, 1 waits and sends back, 0 waits: 0 knows; 1 does not know of its own
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) pingPong(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (cluster.block_rank() == 0) {
    if (threadIdx.x == 0) sendTo(1, theirs, mine, 512, &bar);
    waitFor(&bar, 0);
    out[threadIdx.x] = theirs[threadIdx.x];
  } else {
    waitFor(&bar, 0);
    if (threadIdx.x == 0) sendTo(0, theirs, mine, 512, &bar);
    cluster.barrier_arrive();
    cluster.barrier_wait();
    return;
  }
  cluster.sync();
}
// the receiver acknowledges by an arrival at the sender, who waits
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) acknowledged(float *out) {
  __shared__ alignas(128) float mine[128], theirs[128];
  __shared__ uint64_t bar, ack;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); init(&ack, 1); expect(&bar, 512); }
  mine[threadIdx.x] = threadIdx.x;
  fence();
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0) sendTo(0, theirs, mine, 512, &bar);
    waitFor(&ack, 0);
  } else {
    waitFor(&bar, 0);
    out[threadIdx.x] = theirs[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(peerAddress(&ack, 1)) : "memory");
  }
}

// Two rounds: the copy of the second one is not known to be done.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) rounds(float *out, const float *in) {
  __shared__ alignas(128) float mine[2][128], theirs[2][128];
  __shared__ uint64_t bar[2];
  cg::cluster_group cluster = cg::this_cluster();
  uint32_t peer = cluster.block_rank() ^ 1;
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) { init(&bar[i], 1); expect(&bar[i], 512); }
  cluster.sync();
  for (int i = 0; i < 2; ++i) {
    mine[i][threadIdx.x] = in[i * 128 + threadIdx.x];
    fence();
    __syncthreads();
    if (threadIdx.x == 0) sendTo(peer, theirs[i], mine[i], 512, &bar[i]);
    waitFor(&bar[i], 0);
    out[threadIdx.x + blockIdx.x * 128] += theirs[i][threadIdx.x];
  }
  cluster.sync();
}

// From global memory: the block's own memory is not read.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) fromGlobal(float *out, const float *in) {
  __shared__ alignas(128) float theirs[128];
  __shared__ uint64_t bar;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) { init(&bar, 1); expect(&bar, 512); }
  cluster.sync();
  if (cluster.block_rank() == 1) {
    if (threadIdx.x == 0)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(peerAddress(theirs, 0)), "l"(in), "r"(peerAddress(&bar, 0)) : "memory");
    return;
  }
  waitFor(&bar, 0);
  out[threadIdx.x] = theirs[threadIdx.x];
}
