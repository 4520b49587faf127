// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Tensor memory through classes as libraries have them: allocators, owners with a
// destructor, atoms that copy, barriers of some of the warps, elected leaders.

#include <cstdint>

namespace lib {

__device__ inline uint32_t cast(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

class Allocator1Sm {
public:
  static constexpr int Max = 512;
  __device__ Allocator1Sm() {}
  __device__ void allocate(int columns, uint32_t *dst) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(cast(dst)), "r"(columns));
  }
  __device__ void free(uint32_t tmem, int columns) {
    asm volatile("{\n\ttcgen05.dealloc.cta_group::1.sync.aligned.b32  %0, %1; \n\t}" ::"r"(tmem), "r"(columns));
  }
  __device__ void release_allocation_lock() {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::);
  }
};

class Allocator2Sm {
public:
  static constexpr int Max = 512;
  __device__ void allocate(int columns, uint32_t *dst) {
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(cast(dst)), "r"(columns));
  }
  __device__ void free(uint32_t tmem, int columns) {
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(tmem), "r"(columns));
  }
  __device__ void release_allocation_lock() {
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::);
  }
};

struct Load32x32 {
  __device__ static void copy(uint32_t from, uint32_t &r0, uint32_t &r1) {
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x2.b32 {%0, %1}, [%2];\n" : "=r"(r0), "=r"(r1) : "r"(from));
  }
};
struct Store32x32 {
  __device__ static void copy(uint32_t r0, uint32_t r1, uint32_t to) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x2.b32 [%0], {%1, %2};\n" ::"r"(to), "r"(r0), "r"(r1));
  }
};
template <class Atom, class... Rest> __device__ void copyBy(Atom, Rest &&...rest) { Atom::copy(static_cast<Rest &&>(rest)...); }

enum class Way { Loads, Stores };
template <Way W> __device__ void fence_view() {
  if constexpr (W == Way::Loads)
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::);
  else
    asm volatile("tcgen05.wait::st.sync.aligned;" ::);
}

struct NamedBarrier {
  uint32_t threads, id;
  __device__ void sync() const { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }
};

struct ClusterBarrier {
  uint64_t word;
  __device__ void init(uint32_t n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(cast(&word)), "r"(n) : "memory"); }
  __device__ void arrive() { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(cast(&word)) : "memory"); }
  __device__ void arrive(uint32_t rank) {
    asm volatile("{\n\t.reg .b32 there;\n\tmapa.shared::cluster.u32 there, %0, %1;\n\tmbarrier.arrive.shared::cluster.b64 _, [there];\n\t}" ::"r"(cast(&word)), "r"(rank) : "memory");
  }
  __device__ void wait(uint32_t parity) {
    asm volatile("{\n\t.reg .pred P1;\n\tLAB_WAIT:\n\tmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n\t@P1 bra DONE;\n\tbra LAB_WAIT;\n\tDONE:\n\t}" ::"r"(cast(&word)), "r"(parity) : "memory");
  }
};

__device__ inline bool elect_one() {
  uint32_t is = 0;
  asm volatile("{\n\t.reg .b32 %%rx;\n\t.reg .pred %%px;\n\telect.sync %%rx|%%px, %1;\n\t@%%px mov.s32 %0, 1;\n\t}" : "+r"(is) : "r"(0xffffffff));
  return is;
}
__device__ inline void commit(ClusterBarrier &bar) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(cast(&bar.word)) : "memory");
}
__device__ inline uint32_t canonical_warp() { return __shfl_sync(0xffffffff, threadIdx.x / 32, 0); }
__device__ inline uint32_t rank() {
  uint32_t r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ inline void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

/// Frees what it has allocated when its block of statements ends.
template <class Allocator> class Owner {
  uint32_t *Slot;
  int Columns;
  Allocator A;

public:
  __device__ Owner(uint32_t *slot, int columns) : Slot(slot), Columns(columns) {
    if (threadIdx.x < 32)
      A.allocate(columns, slot);
    __syncthreads();
  }
  __device__ ~Owner() {
    __syncthreads();
    if (threadIdx.x < 32)
      A.free(*Slot, Columns);
  }
  __device__ uint32_t base() const { return *Slot; }
};

enum class Role { Epilogue, Mma, Load, Idle };
__device__ inline Role roleOf(uint32_t warp) { return warp < 4 ? Role::Epilogue : warp == 4 ? Role::Mma : warp == 5 ? Role::Load : Role::Idle; }

struct Storage {
  ClusterBarrier full[2], empty[2], freed;
  uint32_t base;
};

} // namespace lib

using namespace lib;

__device__ inline uint32_t rows() { return (threadIdx.x / 32 % 4 * 32) << 16; }

/// A product of many tiles. Flaws: what is left out.
enum Flaw { None, NotFreed, LoadRunsOn };
template <Flaw F, class Allocator>
__device__ void tilesOf(uint32_t *out, int tiles) {
  __shared__ Storage s;
  const uint32_t warp = canonical_warp();
  const Role role = roleOf(warp);
  Allocator allocator{};
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      s.full[i].init(1);
      s.empty[i].init(128);
    }
  if (role == Role::Load) {
    allocator.allocate(Allocator::Max, &s.base); // warn tensor-memory: allocates tensor memory that no warp frees
    __syncwarp();
    allocator.release_allocation_lock();
  }
  __syncthreads();
  const uint32_t base = s.base;
  switch (role) {
  case Role::Mma: {
    bool leader = elect_one();
    for (int t = 0; t < tiles; ++t) {
      s.empty[t % 2].wait((t / 2 % 2) ^ 1);
      asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
      if (leader)
        commit(s.full[t % 2]);
      __syncwarp();
    }
    break;
  }
  case Role::Epilogue: {
    uint32_t phase = 0;
    for (int t = 0; t < tiles; ++t) {
      s.full[t % 2].wait(phase);
      uint32_t a, b;
      copyBy(Load32x32{}, base + (t % 2) * 256 + rows(), a, b); // warn tensor-memory: nothing waits for 'tcgen05.ld', which may still run
      if (F != LoadRunsOn)
        fence_view<Way::Loads>();
      asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
      s.empty[t % 2].arrive();
      out[t * 128 + threadIdx.x] = a ^ b;
      if (t % 2)
        phase ^= 1;
    }
    break;
  }
  default:
    break;
  }
  __syncthreads();
  if (F != NotFreed && role == Role::Load)
    allocator.free(base, Allocator::Max);
}

__global__ void __launch_bounds__(224) right(uint32_t *out, int tiles) { tilesOf<None, Allocator1Sm>(out, tiles); }
__global__ void __launch_bounds__(224) notFreed(uint32_t *out, int tiles) {
  tilesOf<NotFreed, Allocator1Sm>(out, tiles);
}
__global__ void __launch_bounds__(224) loadRunsOn(uint32_t *out, int tiles) {
  tilesOf<LoadRunsOn, Allocator1Sm>(out, tiles);
}

/// Each owner gives up the right to allocate when it has allocated.
struct GreedyOwner {
  uint32_t &Slot;
  __device__ GreedyOwner(uint32_t &slot) : Slot(slot) {
    Allocator1Sm{}.allocate(32, &slot); // warn tensor-memory: allocates tensor memory after the block has given up its right to
    Allocator1Sm{}.release_allocation_lock();
  }
  __device__ ~GreedyOwner() { Allocator1Sm{}.free(Slot, 32); }
};
__global__ void __launch_bounds__(32) twoOwners() {
  __shared__ uint32_t slots[2];
  GreedyOwner first(slots[0]);
  GreedyOwner second(slots[1]);
}
__global__ void __launch_bounds__(32) oneOwner() {
  __shared__ uint32_t slot;
  GreedyOwner only(slot);
}

__global__ void __launch_bounds__(128) owned(uint32_t *out) {
  __shared__ uint32_t slot;
  Owner<Allocator1Sm> memory(&slot, 64);
  uint32_t a, b;
  Load32x32::copy(memory.base() + rows(), a, b);
  fence_view<Way::Loads>();
  out[threadIdx.x] = a + b;
}

/// Its memory is freed at the inner brace.
__global__ void __launch_bounds__(32) ownedTooShortly(uint32_t *out) {
  __shared__ uint32_t slot;
  uint32_t base;
  {
    Owner<Allocator1Sm> memory(&slot, 64);
    base = memory.base();
    Store32x32::copy(threadIdx.x, 1, base);
    fence_view<Way::Stores>();
  }
  uint32_t a, b;
  Load32x32::copy(base, a, b); // warn tensor-memory: uses tensor memory that has been freed
  fence_view<Way::Loads>();
  out[threadIdx.x] = a + b;
}

/// The wrong wait for a store, in an owner's block.
__global__ void __launch_bounds__(128) ownedAndStored(uint32_t *out) {
  __shared__ uint32_t slot;
  Owner<Allocator1Sm> memory(&slot, 64);
  auto put = [&](uint32_t a, uint32_t b) { Store32x32::copy(a, b, memory.base() + rows()); }; // warn tensor-memory: nothing waits for 'tcgen05.st'
  put(threadIdx.x, 2);
  fence_view<Way::Loads>();
}

/// Only the warps that load meet at a numbered barrier, which leaves warp 4 where
/// it is.
__global__ void __launch_bounds__(160) someMeet(uint32_t *out, int n) {
  __shared__ uint32_t slot;
  __shared__ ClusterBarrier done;
  const uint32_t warp = canonical_warp();
  const NamedBarrier four{128, 1};
  if (threadIdx.x == 0)
    done.init(128);
  if (warp == 4)
    Allocator1Sm{}.allocate(64, &slot);
  __syncthreads();
  if (warp == 4) {
    done.wait(0);
    Allocator1Sm{}.free(slot, 64);
  } else {
    for (int i = 0; i < n; ++i) {
      uint32_t a, b;
      Load32x32::copy(slot + rows(), a, b);
      fence_view<Way::Loads>();
      Store32x32::copy(b, a, slot + rows());
      fence_view<Way::Stores>();
      four.sync();
      out[threadIdx.x] = a;
      four.sync();
    }
    done.arrive();
  }
}

/// Warps that have nothing to do have left.
__global__ void __launch_bounds__(256) someLeave(uint32_t *out) {
  __shared__ uint32_t slot;
  const uint32_t warp = threadIdx.x / 32;
  if (warp == 0)
    Allocator1Sm{}.allocate(64, &slot);
  __syncthreads();
  if (warp >= 4)
    return;
  uint32_t a, b;
  copyBy(Load32x32{}, slot + rows(), a, b);
  fence_view<Way::Loads>();
  out[threadIdx.x] = a + b;
  NamedBarrier{128, 2}.sync();
  if (warp == 0)
    Allocator1Sm{}.free(slot, 64);
}

/// Two blocks, by a barrier object of each: as the 2-SM kernels of CUTLASS do.
__global__ void __cluster_dims__(2) __launch_bounds__(160) pairFreesInStep(uint32_t *out) {
  __shared__ Storage s;
  const uint32_t warp = canonical_warp();
  Allocator2Sm allocator{};
  if (threadIdx.x == 0)
    s.freed.init(32);
  cluster_sync();
  if (warp == 4)
    allocator.allocate(Allocator2Sm::Max, &s.base);
  __syncthreads();
  if (warp < 4) {
    uint32_t a, b;
    Load32x32::copy(s.base + rows(), a, b);
    fence_view<Way::Loads>();
    out[threadIdx.x] = a + b;
  }
  __syncthreads();
  if (warp == 4) {
    allocator.release_allocation_lock();
    s.freed.arrive(rank() ^ 1);
    s.freed.wait(0);
    allocator.free(s.base, Allocator2Sm::Max);
  }
}

__global__ void __cluster_dims__(2) __launch_bounds__(160) pairFreesAtOnce(uint32_t *out) {
  __shared__ Storage s;
  const uint32_t warp = canonical_warp();
  Allocator2Sm allocator{};
  cluster_sync();
  if (warp == 4)
    allocator.allocate(Allocator2Sm::Max, &s.base);
  __syncthreads();
  if (warp < 4) {
    uint32_t a, b;
    Load32x32::copy(s.base + rows(), a, b);
    fence_view<Way::Loads>();
    out[threadIdx.x] = a + b;
  }
  __syncthreads();
  if (warp == 4) {
    allocator.release_allocation_lock();
    allocator.free(s.base, Allocator2Sm::Max); // warn tensor-memory: frees tensor memory of a pair of blocks
  }
}

/// Allocated for one block, freed for two.
__global__ void __cluster_dims__(2) __launch_bounds__(64) mixed() {
  __shared__ uint32_t slot;
  if (threadIdx.x < 32)
    Allocator1Sm{}.allocate(32, &slot);
  cluster_sync();
  if (threadIdx.x < 32)
    Allocator2Sm{}.free(slot, 32); // warn tensor-memory: acts for another number of blocks
}

/// The caller holds the load's wait; a helper has it.
struct Fragment {
  uint32_t a, b;
  __device__ void fetch(uint32_t from) { Load32x32::copy(from, a, b); }
  __device__ uint32_t take() {
    fence_view<Way::Loads>();
    return a + b;
  }
};
__global__ void __launch_bounds__(128) waitsInAHelper(uint32_t *out, int n) {
  __shared__ uint32_t slot;
  Owner<Allocator1Sm> memory(&slot, 64);
  Fragment f[2];
  for (int i = 0; i < n; ++i) {
    f[i % 2].fetch(memory.base() + rows());
    out[i * 128 + threadIdx.x] = f[i % 2].take();
  }
}
/// Which the last fragment misses.
__global__ void __launch_bounds__(128) waitsForAllButTheLast(uint32_t *out, int n) {
  __shared__ uint32_t slot;
  Owner<Allocator1Sm> memory(&slot, 64);
  Fragment now, next;
  next.fetch(memory.base() + rows());
  for (int i = 0; i < n; ++i) {
    out[i * 128 + threadIdx.x] = next.take();
    next.fetch(memory.base() + rows() + i); // warn tensor-memory: nothing waits for
  }
}
/// A branch on data decides whether a value is stored: all of the warp or none.
__global__ void __launch_bounds__(128) rescaled(const int *flags, uint32_t *out) {
  __shared__ uint32_t slot;
  Owner<Allocator1Sm> memory(&slot, 64);
  uint32_t a = 1, b = 2;
  if (__any_sync(0xffffffff, flags[threadIdx.x])) {
    Store32x32::copy(a, b, memory.base() + rows());
    fence_view<Way::Stores>();
  }
  Load32x32::copy(memory.base() + rows(), a, b);
  fence_view<Way::Loads>();
  out[threadIdx.x] = a + b;
}
