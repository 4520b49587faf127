// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Tensor memory of a pair of blocks, and instructions for one block among those for
// two.

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 at(const void *p) { return u32(__cvta_generic_to_shared(p)); }
template <int Blocks> __device__ void allocate(u32 *slot, u32 columns);
template <> __device__ void allocate<1>(u32 *slot, u32 columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(slot)), "r"(columns) : "memory");
}
template <> __device__ void allocate<2>(u32 *slot, u32 columns) {
  asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(at(slot)), "r"(columns) : "memory");
}
template <int Blocks> __device__ void release(u32 base, u32 columns) {
  if constexpr (Blocks == 1)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(base), "r"(columns));
  else
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(base), "r"(columns));
}
__device__ u32 loaded(u32 from) {
  u32 r;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];\n\t"
               "tcgen05.wait::ld.sync.aligned;" : "=r"(r) : "r"(from) : "memory");
  return r;
}
__device__ void fenceBefore() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ void fenceAfter() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ void arriveInCluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void waitInCluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ void await(u64 *bar, u32 parity) {
  asm volatile("{\n\t.reg .pred p;\n\tAGAIN:\n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n\t@p bra DONE;\n\tbra AGAIN;\n\tDONE:\n\t}" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ void arriveAtPeer(u64 *bar, u32 rank) {
  asm volatile("{\n\t.reg .b32 there;\n\tmapa.shared::cluster.u32 there, %0, %1;\n\t"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n\t}" ::"r"(at(bar)), "r"(rank) : "memory");
}
__device__ u32 rank() {
  u32 r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ u32 rows() { return (threadIdx.x / 32 % 4 * 32) << 16; }
__device__ bool elected() {
  u32 is;
  asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, 0xffffffff;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(is));
  return is;
}

// --- Pairs ---------------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) notMet(u32 *out) {
  __shared__ u32 slot;
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    allocate<2>(&slot, 64);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  __syncthreads();
  fenceAfter();
  if (threadIdx.x / 32 == 0)
    release<2>(slot, 64); // warn tensor-memory: frees tensor memory of a pair of blocks, and nothing has met the other block since its last use
}

/// One warp for both, and roles.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192) notMetByRoles(u32 *out, int tiles) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  arriveInCluster();
  waitInCluster();
  if (warp == 5)
    allocate<2>(&slot, 128);
  __syncthreads();
  if (warp < 4)
    for (int t = 0; t < tiles; ++t)
      out[t * 128 + threadIdx.x] = loaded(slot + t % 2 * 64 + rows());
  fenceBefore();
  __syncthreads();
  if (warp == 4) {
    fenceAfter();
    release<2>(slot, 128); // warn tensor-memory: frees tensor memory of a pair of blocks
  }
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) metBeforeItIsFreed(u32 *out) {
  __shared__ u32 slot;
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    allocate<2>(&slot, 64);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  arriveInCluster();
  waitInCluster();
  fenceAfter();
  if (threadIdx.x / 32 == 0)
    release<2>(slot, 64);
}

/// As notMet, but they meet before they use it only.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) metBeforeTheUse(u32 *out) {
  __shared__ u32 slot;
  if (threadIdx.x / 32 == 0)
    allocate<2>(&slot, 64);
  arriveInCluster();
  waitInCluster();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    release<2>(slot, 64); // warn tensor-memory: frees tensor memory of a pair of blocks
}

/// The warp that frees arrives at the other block's barrier and waits at its own.
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) metByBarrierObjects(u32 *out) {
  __shared__ u32 slot;
  __shared__ u64 freed;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&freed)) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    allocate<2>(&slot, 64);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  __syncthreads();
  fenceAfter();
  if (threadIdx.x / 32 == 0) {
    if (elected())
      arriveAtPeer(&freed, rank() ^ 1);
    await(&freed, 0);
    release<2>(slot, 64);
  }
}

// --- Different numbers of blocks -----------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) freedForOne(u32 *out) {
  __shared__ u32 slot;
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    allocate<2>(&slot, 64);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    release<1>(slot, 64); // warn tensor-memory: acts for another number of blocks than other instructions of the kernel
}

template <int Blocks>
__device__ void multiply(u32 d, u64 a, u64 b, u32 shape, u64 *done) {
  if constexpr (Blocks == 1)
    // warn@+1 tensor-memory: 'tcgen05.mma' acts for another number of blocks than other instructions of the kernel
    asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, 0;" ::"r"(d), "l"(a), "l"(b), "r"(shape) : "memory");
  else
    asm volatile("tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, 0;" ::"r"(d), "l"(a), "l"(b), "r"(shape) : "memory");
  if constexpr (Blocks == 1)
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(done)) : "memory");
  else
    asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(at(done)) : "memory");
}

template <int Own, int Multiplied>
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) product(u32 *out, u64 a, u64 b, u32 shape) {
  __shared__ u32 slot;
  __shared__ u64 done;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&done)) : "memory");
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    allocate<Own>(&slot, 64);
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    if (elected())
      multiply<Multiplied>(slot, a, b, shape, &done);
  __syncwarp();
  await(&done, 0);
  fenceAfter();
  out[blockIdx.x * 128 + threadIdx.x] = loaded(slot + rows());
  fenceBefore();
  arriveInCluster();
  waitInCluster();
  if (threadIdx.x / 32 == 0)
    release<Own>(slot, 64);
}
template __global__ void product<1, 1>(u32 *, u64, u64, u32);
template __global__ void product<2, 2>(u32 *, u64, u64, u32);
template __global__ void product<2, 1>(u32 *, u64, u64, u32);
