// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Tensor memory by the functions of libcu++.

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
namespace cg = cooperative_groups;

__device__ uint32_t rows() { return (threadIdx.x / 32 % 4 * 32) << 16; }

__global__ void __launch_bounds__(192) neverFreed(uint32_t *out) {
  __shared__ uint32_t slot;
  uint32_t warp = threadIdx.x / 32;
  if (warp == 4) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 256); // warn tensor-memory: 'cuda::ptx::tcgen05_alloc()' allocates tensor memory that no warp frees before the kernel ends
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  __syncthreads();
  if (warp < 4) {
    uint32_t v[2];
    ptx::tcgen05_ld_32x32b(v, slot + rows());
    ptx::tcgen05_wait_ld();
    out[threadIdx.x] = v[0] + v[1];
  }
}

__global__ void __launch_bounds__(128) loadNotWaitedFor(uint32_t *out) {
  __shared__ uint32_t slot;
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 64);
  cg::this_thread_block().sync();
  uint32_t v[4];
  ptx::tcgen05_ld_16x64b(v, slot + rows()); // warn tensor-memory: nothing waits for
  ptx::tcgen05_wait_st();
  out[threadIdx.x] = v[threadIdx.x % 4];
  ptx::tcgen05_fence_before_thread_sync();
  cg::this_thread_block().sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_1, slot, 64);
}

__global__ void __launch_bounds__(128) storeNotWaitedFor(const uint32_t *in) {
  __shared__ uint32_t slot;
  __shared__ uint64_t full;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&full, 128);
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 64);
  __syncthreads();
  uint32_t v[1] = {in[threadIdx.x]};
  ptx::tcgen05_st_32x32b(slot + rows(), v); // warn tensor-memory: nothing waits for
  ptx::tcgen05_fence_before_thread_sync();
  ptx::mbarrier_arrive(&full); // note: other threads go on from here
  while (!ptx::mbarrier_try_wait_parity(&full, 0))
    ;
  __syncthreads();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_1, slot, 64);
}

__global__ void __launch_bounds__(64) permitGivenUpFirst() {
  __shared__ uint32_t slot;
  if (threadIdx.x < 32) {
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 64); // warn tensor-memory: allocates tensor memory after the block has given up its right to
    __syncwarp();
    ptx::tcgen05_dealloc(ptx::cta_group_1, slot, 64);
  }
}

__global__ void __launch_bounds__(32) storedAfterFree(int n) {
  __shared__ uint32_t slot;
  ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 64);
  __syncwarp();
  uint32_t base = slot;
  uint32_t v[1] = {0};
  for (int i = 0; i < n; ++i) {
    ptx::tcgen05_st_32x32b(base + i, v);
    ptx::tcgen05_wait_st();
  }
  ptx::tcgen05_dealloc(ptx::cta_group_1, base, 64);
  ptx::tcgen05_st_32x32b(base, v); // warn tensor-memory: uses tensor memory that has been freed
  ptx::tcgen05_wait_st();
}

__global__ void __cluster_dims__(2) __launch_bounds__(128) pairNotMet(uint32_t *out) {
  __shared__ uint32_t slot;
  cg::this_cluster().sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_2, &slot, 64);
  __syncthreads();
  uint32_t v[1];
  ptx::tcgen05_ld_32x32b(v, slot + rows());
  ptx::tcgen05_wait_ld();
  out[threadIdx.x] = v[0];
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_2, slot, 64); // warn tensor-memory: frees tensor memory of a pair of blocks
}

__global__ void __cluster_dims__(2) __launch_bounds__(128) commitsForOne(uint64_t a, uint64_t b, uint32_t shape) {
  __shared__ uint32_t slot;
  __shared__ uint64_t done;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&done, 1);
  cg::this_cluster().sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_2, &slot, 64);
  cg::this_cluster().sync();
  if (threadIdx.x == 0) {
    ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_2, slot, a, b, shape, false);
    ptx::tcgen05_commit(ptx::cta_group_1, &done); // warn tensor-memory: acts for another number of blocks
  }
  while (!ptx::mbarrier_try_wait_parity(&done, 0))
    ;
  cg::this_cluster().sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_2, slot, 64);
}

// --- Silent -------------------------------------------------------------------------

__global__ void __launch_bounds__(192) rolesInOrder(uint32_t *out, int tiles) {
  __shared__ uint32_t slot;
  __shared__ uint64_t full[2], empty[2];
  uint32_t warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; ++s) {
      ptx::mbarrier_init(&full[s], 1);
      ptx::mbarrier_init(&empty[s], 128);
    }
  if (warp == 4) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 256);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  __syncthreads();
  if (warp == 5) {
    if (threadIdx.x % 32 == 0)
      for (int t = 0; t < tiles; ++t) {
        while (!ptx::mbarrier_try_wait_parity(&empty[t & 1], (t >> 1 & 1) ^ 1))
          ;
        ptx::tcgen05_commit(ptx::cta_group_1, &full[t & 1]);
      }
  } else if (warp < 4) {
    for (int t = 0; t < tiles; ++t) {
      while (!ptx::mbarrier_try_wait_parity(&full[t & 1], t >> 1 & 1))
        ;
      ptx::tcgen05_fence_after_thread_sync();
      uint32_t v[4];
      ptx::tcgen05_ld_32x32b(v, slot + rows() + (t & 1) * 128);
      ptx::tcgen05_wait_ld();
      ptx::tcgen05_fence_before_thread_sync();
      ptx::mbarrier_arrive(&empty[t & 1]);
      out[t * 128 + threadIdx.x] = v[0] ^ v[3];
    }
  }
  __syncthreads();
  if (warp == 4)
    ptx::tcgen05_dealloc(ptx::cta_group_1, slot, 256);
}

__global__ void __cluster_dims__(2) __launch_bounds__(128) pairThatMeets(uint32_t *out) {
  __shared__ uint32_t slot;
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (threadIdx.x < 32) {
    ptx::tcgen05_alloc(ptx::cta_group_2, &slot, 64);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_2);
  }
  __syncthreads();
  uint32_t v[1];
  ptx::tcgen05_ld_32x32b(v, slot + rows());
  ptx::tcgen05_wait_ld();
  out[threadIdx.x] = v[0];
  ptx::tcgen05_fence_before_thread_sync();
  cluster.sync();
  if (threadIdx.x < 32)
    ptx::tcgen05_dealloc(ptx::cta_group_2, slot, 64);
}

__global__ void __launch_bounds__(128) bothWays(uint32_t *data, int n) {
  __shared__ uint32_t slot;
  if (threadIdx.x < 32)
    ptx::tcgen05_alloc(ptx::cta_group_1, &slot, 128);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    uint32_t v[2];
    ptx::tcgen05_ld_32x32b(v, slot + rows());
    ptx::tcgen05_wait_ld();
    v[0] += data[threadIdx.x];
    ptx::tcgen05_st_32x32b(slot + rows(), v);
    ptx::tcgen05_wait_st();
  }
  ptx::tcgen05_fence_before_thread_sync();
  __syncthreads();
  if (threadIdx.x >= 96)
    ptx::tcgen05_dealloc(ptx::cta_group_1, slot, 128);
}
