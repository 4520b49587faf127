// RUN: %verify %s --checks=-*,warplint-shared-memory-race -- --cuda-gpu-arch=sm_100a
//
// What operations of Blackwell write to shared memory: tcgen05.alloc the address of
// what it allocated, st.bulk zeros.

#include <cuda/ptx>

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
__device__ void clear(void *at, unsigned long long bytes) {
  asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" ::"r"(sharedAddress(at)), "l"(bytes) : "memory");
}

__global__ void __launch_bounds__(64) addressReadAtOnce(u32 *out) {
  __shared__ u32 slot;
  if (threadIdx.x < 32)
    allocate(&slot, 32); // warn shared-memory-race: 'slot' is overwritten while another thread of the block may still read it
  else
    out[threadIdx.x] = slot;
  __syncthreads();
  if (threadIdx.x < 32)
    release(slot, 32);
}

__global__ void __launch_bounds__(160) addressOfAFunctionReadAtOnce(u32 *out) {
  __shared__ u32 slot;
  if (threadIdx.x / 32 == 4)
    cuda::ptx::tcgen05_alloc(cuda::ptx::cta_group_1, &slot, 64);
  __syncwarp();
  u32 base = slot; // warn shared-memory-race: 'slot' is read while another thread of the block may still write it
  out[threadIdx.x] = base;
  __syncthreads();
  if (threadIdx.x / 32 == 4)
    cuda::ptx::tcgen05_dealloc(cuda::ptx::cta_group_1, base, 64);
}

/// The next tile's address is stored while others may still read the last one's.
__global__ void __launch_bounds__(128) nextAddressTooEarly(u32 *out, int tiles) {
  __shared__ u32 slot;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x < 32)
      allocate(&slot, 32); // warn shared-memory-race: 'slot' is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[t * 128 + threadIdx.x] = slot;
    if (threadIdx.x < 32)
      release(slot, 32);
  }
}

__global__ void __launch_bounds__(256) clearedInUse(u32 *out) {
  __shared__ u32 tile[256];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
  if (threadIdx.x == 0)
    clear(tile, 1024); // warn shared-memory-race: 'tile[0]' is overwritten while another thread of the block may still read it
  __syncthreads();
}

__global__ void __launch_bounds__(256) clearedByAFunction(u32 *out) {
  __shared__ u32 tile[256];
  if (threadIdx.x == 32)
    cuda::ptx::st_bulk(tile, 512, cuda::ptx::n32_t<0>{});
  atomicAdd(&tile[threadIdx.x], 1); // warn shared-memory-race: 'tile[0]' is updated while another thread of the block may still write it
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// --- Silent -------------------------------------------------------------------------

__global__ void __launch_bounds__(160) addressBehindABarrier(u32 *out) {
  __shared__ u32 slot;
  if (threadIdx.x / 32 == 4)
    allocate(&slot, 32);
  __syncthreads();
  out[threadIdx.x] = slot;
  __syncthreads();
  if (threadIdx.x / 32 == 4)
    release(slot, 32);
}

/// The warp itself.
__global__ void __launch_bounds__(64) addressOfTheWarp(u32 *out) {
  __shared__ u32 slot[2];
  const u32 warp = threadIdx.x / 32;
  allocate(&slot[warp], 32);
  __syncwarp();
  out[threadIdx.x] = slot[warp];
  release(slot[warp], 32);
}

__global__ void __launch_bounds__(128) nextAddressBehindABarrier(u32 *out, int tiles) {
  __shared__ u32 slot;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x < 32)
      cuda::ptx::tcgen05_alloc(cuda::ptx::cta_group_1, &slot, 32);
    __syncthreads();
    u32 base = slot;
    out[t * 128 + threadIdx.x] = base;
    __syncthreads();
    if (threadIdx.x < 32)
      cuda::ptx::tcgen05_dealloc(cuda::ptx::cta_group_1, base, 32);
  }
}

__global__ void __launch_bounds__(256) clearedBehindABarrier(u32 *out, int n) {
  __shared__ u32 tile[256];
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      clear(tile, sizeof(tile));
    __syncthreads();
    atomicAdd(&tile[(threadIdx.x * i) % 256], 1);
    __syncthreads();
    out[i * 256 + threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
  }
}

/// Another half of the tile.
__global__ void __launch_bounds__(128) otherHalfCleared(u32 *out) {
  __shared__ u32 tile[2][128];
  tile[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    clear(tile[1], 512);
  out[threadIdx.x] = tile[0][127 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += tile[1][threadIdx.x];
}

// --- Known misses -------------------------------------------------------------------

/// How much is cleared is not known.
__global__ void __launch_bounds__(256) clearedByALength(u32 *out, unsigned long long bytes) {
  __shared__ u32 tile[256];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
  if (threadIdx.x == 0)
    clear(tile, bytes);
  __syncthreads();
}
