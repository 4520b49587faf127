// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Wrong uses of tensor memory that nothing is said of.

// no-findings

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 sharedAddress(const void *p) {
  return u32(__cvta_generic_to_shared(p));
}
__device__ void allocate(u32 *slot, u32 columns) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(sharedAddress(slot)), "r"(columns) : "memory");
}
__device__ void release(u32 base, u32 columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(base), "r"(columns));
}
__device__ u32 load(u32 at) {
  u32 r;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(r) : "r"(at));
  return r;
}
__device__ void waitForLoads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }

/// One path of several leaks: what shows for some values of 'n' only.
__global__ void __launch_bounds__(32) leaksOnOnePath(u32 *out, int n) {
  __shared__ u32 slot;
  allocate(&slot, 32);
  __syncwarp();
  if (n == 0)
    return;
  u32 v = load(slot);
  waitForLoads();
  out[threadIdx.x] = v;
  release(slot, 32);
}

/// Data decide whether the columns are freed.
__global__ void __launch_bounds__(32) freedByData(const int *flag) {
  __shared__ u32 slot;
  allocate(&slot, 32);
  __syncwarp();
  if (*flag)
    release(slot, 32);
}

/// The arrival lets the other warp free the columns, and the wait comes behind it.
__global__ void __launch_bounds__(64) arrivesBeforeItWaits(u32 *out) {
  __shared__ u32 slot;
  __shared__ u64 done;
  const u32 warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(sharedAddress(&done)) : "memory");
  if (warp == 1)
    allocate(&slot, 32);
  __syncthreads();
  if (warp == 0) {
    u32 v = load(slot);
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAddress(&done)) : "memory");
    waitForLoads();
    out[threadIdx.x] = v;
  } else {
    asm volatile("{\n\t.reg .pred p;\n\tAGAIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n\t@p bra DONE;\n\tbra AGAIN;\n\tDONE:\n\t}" ::"r"(sharedAddress(&done)) : "memory");
    release(slot, 32);
  }
}

/// Nothing orders the two warps: the columns may be freed before they are used.
__global__ void __launch_bounds__(64) freedBesideTheUse(u32 *out) {
  __shared__ u32 slot;
  const u32 warp = threadIdx.x / 32;
  if (warp == 1)
    allocate(&slot, 32);
  __syncthreads();
  if (warp == 0) {
    u32 v = load(slot);
    waitForLoads();
    out[threadIdx.x] = v;
  } else {
    release(slot, 32);
  }
}

/// The value is used before the wait, which comes all the same.
__global__ void __launch_bounds__(32) valueUsedBeforeTheWait(u32 *out) {
  __shared__ u32 slot;
  allocate(&slot, 32);
  __syncwarp();
  out[threadIdx.x] = load(slot);
  waitForLoads();
  release(slot, 32);
}
