// RUN: %verify %s --checks=-*,warplint-tensor-memory -- --cuda-gpu-arch=sm_100a
//
// Programs in the shape of those that people run: persistent tiles with a scheduler,
// attention with two groups of softmax warps, a decoder whose lengths come from memory.

#include <cuda/ptx>

namespace ptx = cuda::ptx;

// --- A product with a scheduler -------------------------------------------------------

struct Scheduler {
  int next, last, stride;
  __device__ Scheduler(int tiles) : next(int(blockIdx.x)), last(tiles), stride(int(gridDim.x)) {}
  __device__ bool get(int &tile) {
    if (next >= last)
      return false;
    tile = next;
    next += stride;
    return true;
  }
};

template <int Stages> struct __align__(16) Shared {
  uint64_t full[Stages], empty[Stages];
  uint32_t base;
};

__device__ inline void spin(uint64_t *bar, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity))
    ;
}

template <int Epilogues, int Stages, bool Waits>
__global__ void __launch_bounds__(128 + Epilogues * 32) product(float *out, int tiles) {
  __shared__ Shared<Stages> s;
  const uint32_t warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  const uint32_t lane = threadIdx.x % 32;
  constexpr uint32_t Columns = 512;
  if (warp == 1 && lane == 0) {
#pragma unroll
    for (int i = 0; i < Stages; ++i) {
      ptx::mbarrier_init(&s.full[i], 1);
      ptx::mbarrier_init(&s.empty[i], Epilogues * 32);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  } else if (warp == 2) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &s.base, Columns);
  }
  __syncthreads();
  Scheduler scheduler(tiles);
  int tile, iteration = 0;
  if (warp == 1 && lane == 0) {
    while (scheduler.get(tile)) {
      int stage = iteration % Stages, phase = iteration++ / Stages & 1;
      spin(&s.empty[stage], phase ^ 1);
      ptx::tcgen05_fence_after_thread_sync();
      ptx::tcgen05_commit(ptx::cta_group_1, &s.full[stage]);
    }
  } else if (warp >= 4) {
    const uint32_t part = warp - 4;
    while (scheduler.get(tile)) {
      int stage = iteration % Stages, phase = iteration++ / Stages & 1;
      spin(&s.full[stage], phase);
      ptx::tcgen05_fence_after_thread_sync();
#pragma unroll
      for (uint32_t column = 0; column < Columns / Stages; column += 4) {
        uint32_t v[4];
        ptx::tcgen05_ld_32x32b(v, s.base + (part * 32 << 16) + stage * (Columns / Stages) + column); // warn tensor-memory: nothing waits for 'cuda::ptx::tcgen05_ld_32x32b()'
        if constexpr (Waits)
          ptx::tcgen05_wait_ld();
        if (column + 4 == Columns / Stages) {
          ptx::tcgen05_fence_before_thread_sync();
          ptx::mbarrier_arrive(&s.empty[stage]);
        }
        for (int i = 0; i < 4; ++i)
          out[(tile * 512 + column + i) * 128 + threadIdx.x] = __uint_as_float(v[i]);
      }
    }
    asm volatile("bar.sync 1, %0;" ::"n"(Epilogues * 32) : "memory");
    if (part == 0)
      ptx::tcgen05_dealloc(ptx::cta_group_1, s.base, Columns);
  }
}
template __global__ void product<4, 2, true>(float *, int);
template __global__ void product<4, 4, false>(float *, int);

// --- Attention ---------------------------------------------------------------------------

/// Two groups of softmax warps, one that corrects, one that multiplies.
template <bool WaitsForStores>
__global__ void __launch_bounds__(416) attention(float *out, int steps, bool causal) {
  __shared__ uint64_t scores[2], weights[2], corrected, done;
  __shared__ uint32_t base;
  const uint32_t warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (int g = 0; g < 2; ++g) {
      ptx::mbarrier_init(&scores[g], 1);
      ptx::mbarrier_init(&weights[g], 128);
    }
    ptx::mbarrier_init(&corrected, 128);
    ptx::mbarrier_init(&done, 384);
  }
  if (warp == 12)
    ptx::tcgen05_alloc(ptx::cta_group_1, &base, 512);
  __syncthreads();
  const uint32_t at = base + (warp % 4 * 32 << 16);
  if (warp < 8) {
    const int group = warp / 4;
    int last = causal ? steps / 2 : steps;
    for (int i = 0; i < last; ++i) {
      spin(&scores[group], i & 1);
      ptx::tcgen05_fence_after_thread_sync();
      uint32_t a[4], b[4];
      ptx::tcgen05_ld_32x32b(a, at + group * 128);
      ptx::tcgen05_ld_32x32b(b, at + group * 128 + 4);
      ptx::tcgen05_wait_ld();
      for (int j = 0; j < 4; ++j)
        a[j] = __float_as_uint(exp2f(__uint_as_float(a[j]) - __uint_as_float(b[j])));
      ptx::tcgen05_st_32x32b(at + group * 128, a); // warn tensor-memory: nothing waits for 'cuda::ptx::tcgen05_st_32x32b()'
      if constexpr (WaitsForStores)
        ptx::tcgen05_wait_st();
      ptx::tcgen05_fence_before_thread_sync();
      ptx::mbarrier_arrive(&weights[group]);
    }
    ptx::mbarrier_arrive(&done);
  } else if (warp < 12) {
    for (int i = 0; i < steps; ++i) {
      uint32_t o[4];
      ptx::tcgen05_ld_32x32b(o, at + 256);
      ptx::tcgen05_wait_ld();
      bool rescale = __any_sync(0xffffffff, __uint_as_float(o[0]) > 8.0f);
      if (rescale) {
        for (int j = 0; j < 4; ++j)
          o[j] = __float_as_uint(__uint_as_float(o[j]) * 0.5f);
        ptx::tcgen05_st_32x32b(at + 256, o);
        ptx::tcgen05_wait_st();
      }
      ptx::tcgen05_fence_before_thread_sync();
      ptx::mbarrier_arrive(&corrected);
    }
    uint32_t o[4];
    ptx::tcgen05_ld_32x32b(o, at + 256);
    ptx::tcgen05_wait_ld();
    for (int j = 0; j < 4; ++j)
      out[(blockIdx.x * 4 + j) * 128 + threadIdx.x % 128] = __uint_as_float(o[j]);
    ptx::mbarrier_arrive(&done);
  } else {
    if (threadIdx.x % 32 == 0)
      for (int i = 0; i < steps; ++i)
        for (int g = 0; g < 2; ++g) {
          ptx::tcgen05_commit(ptx::cta_group_1, &scores[g]);
          spin(&weights[g], i & 1);
        }
    __syncwarp();
    spin(&done, 0);
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
    ptx::tcgen05_dealloc(ptx::cta_group_1, base, 512);
  }
}
template __global__ void attention<true>(float *, int, bool);
template __global__ void attention<false>(float *, int, bool);

__global__ void __launch_bounds__(160) weightsOnly(int steps) {
  __shared__ uint64_t weights;
  __shared__ uint32_t base;
  const uint32_t warp = threadIdx.x / 32;
  if (threadIdx.x == 0)
    ptx::mbarrier_init(&weights, 128);
  if (warp == 4)
    ptx::tcgen05_alloc(ptx::cta_group_1, &base, 128);
  __syncthreads();
  if (warp < 4)
    for (int i = 0; i < steps; ++i) {
      uint32_t a[2];
      ptx::tcgen05_ld_32x32b(a, base + (warp * 32 << 16));
      ptx::tcgen05_wait_ld();
      ptx::tcgen05_st_32x32b(base + (warp * 32 << 16) + 64, a); // warn tensor-memory: nothing waits for 'cuda::ptx::tcgen05_st_32x32b()'
      ptx::tcgen05_fence_before_thread_sync();
      ptx::mbarrier_arrive(&weights);
    }
  else
    for (int i = 0; i < steps; ++i)
      spin(&weights, i & 1);
  __syncthreads();
  if (warp == 4)
    ptx::tcgen05_dealloc(ptx::cta_group_1, base, 128);
}

// --- A decoder -----------------------------------------------------------------------------

/// The number of steps comes from memory.
template <bool Frees>
__global__ void __launch_bounds__(128) decode(const int *lengths, const uint32_t *in, uint32_t *out) {
  __shared__ uint32_t base;
  if (threadIdx.x / 32 == 3) {
    ptx::tcgen05_alloc(ptx::cta_group_1, &base, 64); // warn tensor-memory: allocates tensor memory that no warp frees
    ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
  }
  __syncthreads();
  const uint32_t at = base + (threadIdx.x / 32 * 32 << 16);
  uint32_t v[1] = {0};
  ptx::tcgen05_st_32x32b(at, v);
  ptx::tcgen05_wait_st();
  const int length = lengths[blockIdx.x];
  for (int i = 0; i < length; ++i)
    v[0] += in[i * 128 + threadIdx.x];
  ptx::tcgen05_st_32x32b(at, v);
  ptx::tcgen05_wait_st();
  ptx::tcgen05_ld_32x32b(v, at);
  ptx::tcgen05_wait_ld();
  out[blockIdx.x * 128 + threadIdx.x] = v[0];
  __syncthreads();
  if (Frees && threadIdx.x / 32 == 3)
    ptx::tcgen05_dealloc(ptx::cta_group_1, base, 64);
}
template __global__ void decode<true>(const int *, const uint32_t *, uint32_t *);
template __global__ void decode<false>(const int *, const uint32_t *, uint32_t *);
