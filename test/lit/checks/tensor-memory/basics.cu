// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Tensor memory by PTX text: each kind of fault beside kernels that look alike.

typedef unsigned u32;

__device__ u32 sharedAddress(const void *p) {
  return u32(__cvta_generic_to_shared(p));
}
__device__ void allocate(u32 *slot, u32 columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(sharedAddress(slot)), "r"(columns) : "memory");
}
__device__ void release(u32 base, u32 columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(base), "r"(columns));
}
__device__ void giveUpPermit() {
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}
__device__ u32 load(u32 at) {
  u32 r;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r) : "r"(at));
  return r;
}
__device__ void store(u32 at, u32 v) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(at), "r"(v) : "memory");
}
__device__ void waitForLoads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__device__ void waitForStores() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
__device__ void fenceBefore() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ void fenceAfter() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ void initialize(unsigned long long *bar, u32 n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(bar)), "r"(n) : "memory");
}
__device__ void arrive(unsigned long long *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(bar)) : "memory");
}
__device__ void await(unsigned long long *bar, u32 parity) {
  asm volatile("{\n\t.reg .pred p;\n\tAGAIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t@p bra DONE;\n\tbra AGAIN;\n\tDONE:\n\t}" ::"r"(sharedAddress(bar)), "r"(parity) : "memory");
}
/// The rows of the warp, in the upper half of an address.
__device__ u32 rows() { return (threadIdx.x / 32 % 4 * 32) << 16; }

// --- The right to allocate ------------------------------------------------------

__global__ void __launch_bounds__(128) secondTileWithoutPermit(u32 *out, int tiles) {
  __shared__ u32 slot;
  for (int t = 0; t < 2; ++t) {
    if (threadIdx.x < 32) {
      allocate(&slot, 64); // warn tensor-memory: allocates tensor memory after the block has given up its right to
      giveUpPermit();      // note: the right to allocate is given up here
    }
    __syncthreads();
    u32 base = slot;
    u32 v = load(base + rows());
    waitForLoads();
    out[t * 128 + threadIdx.x] = v;
    fenceBefore();
    __syncthreads();
    fenceAfter();
    if (threadIdx.x < 32)
      release(base, 64);
    __syncthreads();
  }
}

/// It is the block's: another warp gives it up, and a barrier lies between.
__global__ void __launch_bounds__(128) givenUpByAnother(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 1)
    giveUpPermit();
  __syncthreads();
  if (warp == 0)
    allocate(&slot, 32); // warn tensor-memory: allocates tensor memory after the block has given up its right to
  __syncthreads();
  u32 v = load(slot + rows());
  waitForLoads();
  out[threadIdx.x] = v;
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    release(slot, 32);
}

__global__ void __launch_bounds__(128) givenUpAfterTheLast(u32 *out) {
  __shared__ u32 slot[2];
  const u32 warp = threadIdx.x / 32;
  if (warp == 2) {
    allocate(&slot[0], 64);
    allocate(&slot[1], 32);
    giveUpPermit();
  }
  __syncthreads();
  u32 v = load(slot[0] + rows()), w = load(slot[1] + rows());
  waitForLoads();
  out[threadIdx.x] = v + w;
  fenceBefore();
  __syncthreads();
  if (warp == 2) {
    fenceAfter();
    release(slot[1], 32);
    release(slot[0], 64);
  }
}

__global__ void __launch_bounds__(128) givenUpInTheLastIteration(u32 *out, int tiles) {
  __shared__ u32 slot;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x < 32) {
      allocate(&slot, 64);
      if (t == tiles - 1)
        giveUpPermit();
    }
    __syncthreads();
    u32 base = slot;
    u32 v = load(base + rows());
    waitForLoads();
    out[t * 128 + threadIdx.x] = v;
    fenceBefore();
    __syncthreads();
    fenceAfter();
    if (threadIdx.x < 32)
      release(base, 64);
    __syncthreads();
  }
}

/// Late, by another warp, behind a barrier.
__global__ void __launch_bounds__(128) givenUpLate(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 0)
    allocate(&slot, 32);
  __syncthreads();
  if (warp == 3)
    giveUpPermit();
  u32 v = load(slot + rows());
  waitForLoads();
  out[threadIdx.x] = v;
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    release(slot, 32);
}

// --- Never freed ------------------------------------------------------------------

__global__ void __launch_bounds__(160) neverFreed(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 4)
    allocate(&slot, 128); // warn tensor-memory: allocates tensor memory that no warp frees before the kernel ends
  __syncthreads();
  if (warp < 4) {
    u32 v = load(slot + rows());
    waitForLoads();
    out[threadIdx.x] = v;
  }
  __syncthreads();
}

/// Two are allocated, and one is freed.
__global__ void __launch_bounds__(128) oneOfTwoFreed(u32 *out, int n) {
  __shared__ u32 accumulator, scales;
  if (threadIdx.x / 32 == 0) {
    allocate(&accumulator, 128);
    allocate(&scales, 32); // warn tensor-memory: allocates tensor memory that no warp frees before the kernel ends
    giveUpPermit();
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    u32 v = load(accumulator + rows()) + load(scales + rows());
    waitForLoads();
    out[i * 128 + threadIdx.x] = v;
  }
  fenceBefore();
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    release(accumulator, 128);
}

/// The address goes through shared memory: any warp may free.
__global__ void __launch_bounds__(160) freedByAnother(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 4) {
    allocate(&slot, 128);
    giveUpPermit();
  }
  __syncthreads();
  if (warp < 4) {
    u32 v = load(slot + rows());
    waitForLoads();
    out[threadIdx.x] = v;
    fenceBefore();
  }
  __syncthreads();
  if (warp == 0) {
    fenceAfter();
    release(slot, 128);
  }
}

__global__ void __launch_bounds__(128) freedInEachTile(u32 *out, int tiles) {
  __shared__ u32 slot;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    if (threadIdx.x / 32 == 1)
      allocate(&slot, 256);
    __syncthreads();
    u32 v = load(slot + rows());
    waitForLoads();
    out[t * 128 + threadIdx.x] = v;
    fenceBefore();
    __syncthreads();
    if (threadIdx.x / 32 == 1)
      release(slot, 256);
    __syncthreads();
  }
}

// --- Used afterwards ---------------------------------------------------------------

__global__ void __launch_bounds__(32) usedAfterFree(u32 *out) {
  __shared__ u32 slot;
  allocate(&slot, 32);
  __syncwarp();
  u32 base = slot;
  store(base, threadIdx.x);
  waitForStores();
  release(base, 32);
  u32 v = load(base); // warn tensor-memory: uses tensor memory that has been freed
  waitForLoads();
  out[threadIdx.x] = v;
}

/// Warp 4 frees, and a barrier lies between.
__global__ void __launch_bounds__(160) usedBehindTheBarrier(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 4)
    allocate(&slot, 32);
  __syncthreads();
  const u32 base = slot;
  if (warp < 4) {
    store(base + rows(), threadIdx.x);
    waitForStores();
    fenceBefore();
  }
  __syncthreads();
  if (warp == 4)
    release(base, 32);
  __syncthreads();
  if (warp < 4) {
    u32 v = load(base + rows()); // warn tensor-memory: uses tensor memory that has been freed
    waitForLoads();
    out[threadIdx.x] = v;
  }
}

__global__ void __launch_bounds__(64) nextOneAllocatedFirst(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  for (int t = 0; t < 3; ++t) {
    if (warp == 0)
      allocate(&slot, 32);
    __syncthreads();
    store(slot + rows(), t);
    waitForStores();
    fenceBefore();
    __syncthreads();
    if (warp == 1)
      release(slot, 32);
    __syncthreads();
  }
}

/// One of two is freed early; the other is used on.
__global__ void __launch_bounds__(128) theOtherIsUsedOn(u32 *out) {
  __shared__ u32 first, second;
  const u32 warp = threadIdx.x / 32;
  if (warp == 0) {
    allocate(&first, 32);
    allocate(&second, 64);
    giveUpPermit();
  }
  __syncthreads();
  u32 v = load(first + rows());
  waitForLoads();
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    release(first, 32);
  v += load(second + rows());
  waitForLoads();
  out[threadIdx.x] = v;
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    release(second, 64);
}

// --- Loads and stores that run on ---------------------------------------------------

__global__ void __launch_bounds__(160) loadNotWaitedFor(u32 *out, int steps) {
  __shared__ u32 slot;
  __shared__ unsigned long long full, done;
  const u32 warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialize(&done, 128);
  }
  if (warp == 4)
    allocate(&slot, 32);
  __syncthreads();
  if (warp < 4) {
    u32 v = load(slot + rows()); // warn tensor-memory: nothing waits for
    if (threadIdx.x % 32 < 16)
      out[threadIdx.x] = v;
    fenceBefore();
    arrive(&done); // note: other threads go on from here
  } else {
    await(&done, 0);
    fenceAfter();
    release(slot, 32);
  }
}

__global__ void __launch_bounds__(128) storeNotWaitedFor(const u32 *in, u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 0)
    allocate(&slot, 64);
  __syncthreads();
  u32 v = load(slot + rows());
  waitForLoads();
  store(slot + rows(), v + in[threadIdx.x]); // warn tensor-memory: nothing waits for
  waitForLoads();
  fenceBefore();
  __syncthreads();
  if (warp == 0)
    release(slot, 64);
}

/// Some stores are waited for, the last one is not.
__global__ void __launch_bounds__(128) lastStoreNotWaitedFor(const u32 *in, int n) {
  __shared__ u32 slot;
  if (threadIdx.x / 32 == 0)
    allocate(&slot, 64);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    waitForStores();
    store(slot + rows() + i, in[i * 128 + threadIdx.x]); // warn tensor-memory: nothing waits for
  }
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    release(slot, 64);
}

/// The wait comes when the columns are freed already.
__global__ void __launch_bounds__(64) waitsBehindTheFree(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 1)
    allocate(&slot, 32);
  __syncthreads();
  u32 v = 0;
  if (warp == 0)
    v = load(slot); // warn tensor-memory: nothing waits for 'tcgen05.ld' before its columns are freed
  __syncthreads();
  if (warp == 1)
    release(slot, 32);
  __syncthreads();
  if (warp == 0) {
    waitForLoads();
    out[threadIdx.x] = v;
  }
}

__global__ void __launch_bounds__(160) waitedForBeforeTheArrival(u32 *out, int steps) {
  __shared__ u32 slot;
  __shared__ unsigned long long done;
  const u32 warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    initialize(&done, 128);
  if (warp == 4)
    allocate(&slot, 32);
  __syncthreads();
  if (warp < 4) {
    u32 sum = 0;
    for (int i = 0; i < steps; ++i) {
      u32 v = load(slot + rows() + i), w = load(slot + rows() + i + 1);
      waitForLoads();
      sum += v + w;
    }
    out[threadIdx.x] = sum;
    fenceBefore();
    arrive(&done);
  } else {
    await(&done, 0);
    fenceAfter();
    release(slot, 32);
  }
}

/// The next load is on its way while the values of the last one are used, and a
/// barrier for other data lies between.
__global__ void __launch_bounds__(128) loadsAhead(u32 *out, int n) {
  __shared__ u32 slot;
  __shared__ u32 tile[128];
  if (threadIdx.x / 32 == 0)
    allocate(&slot, 128);
  __syncthreads();
  u32 next = load(slot + rows());
  for (int i = 1; i <= n; ++i) {
    waitForLoads();
    u32 now = next;
    next = load(slot + rows() + i);
    tile[threadIdx.x] = now;
    __syncthreads();
    out[i * 128 + threadIdx.x] = tile[127 - threadIdx.x];
    __syncthreads();
  }
  waitForLoads();
  out[threadIdx.x] = next;
  fenceBefore();
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    release(slot, 128);
}

/// One text for the load and its wait.
__global__ void __launch_bounds__(128) inOneText(u32 *out) {
  __shared__ u32 slot;
  if (threadIdx.x / 32 == 0)
    allocate(&slot, 32);
  __syncthreads();
  u32 v;
  asm volatile("{\n\ttcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];\n\t"
               "tcgen05.wait::ld.sync.aligned;\n\t}"
               : "=r"(v) : "r"(slot + rows()) : "memory");
  out[threadIdx.x] = v;
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};\n\t"
               "tcgen05.wait::st.sync.aligned;"
               ::"r"(slot + rows()), "r"(v) : "memory");
  fenceBefore();
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    release(slot, 32);
}
