// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// What a launch may leave out decides who comes to a barrier: a share of the tiles that
// is a floating-point number, and a pointer.

#include "../Inputs/mbarrier.cuh"

constexpr int Stages = 2, Columns = 32;

struct Scale {
  const float *at[1];
  float plain[1];
};

struct Params {
  const float *in;
  float *out;
  Scale scale;
  float share;
  int tiles, scales;
};

struct Ring {
  float tile[Stages][Columns];
  uint64_t full[Stages], empty[Stages], ahead;
};

__device__ inline bool needsScale(const Scale &s) {
  float value = s.at[0] != nullptr ? s.at[0][0] : s.plain[0] * 2;
  return value != 0;
}

__device__ inline void begin(Ring &r) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&r.full[i], 1);
      mbarInit(&r.empty[i], Columns);
    }
    mbarInit(&r.ahead, 1);
    mbarFence();
  }
  __syncthreads();
}

__device__ inline void fill(Ring &r, int s, const float *from) {
  mbarExpect(&r.full[s], sizeof r.tile[s]);
  bulkLoad(r.tile[s], from, sizeof r.tile[s], &r.full[s]); // warn async-copy-wait: 'tile' is filled in 'bulkLoad' although nothing tells that it was used before
}

template <bool Acquires> __device__ void tiles(const Params &p) {
  alignas(128) __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= Columns) {
    if (p.share > 0) {
      if (threadIdx.x == Columns + 1)
        mbarArrive(&r.ahead);
      mbarWait(&r.ahead, 0);
    }
    if (threadIdx.x == Columns)
      for (int k = 0; k < p.tiles; ++k) {
        if (Acquires)
          mbarWait(&r.empty[k % Stages], (k / Stages & 1) ^ 1);
        fill(r, k % Stages, p.in + k * Columns);
      }
    return;
  }
  float sum = 0;
  for (int k = 0; k < p.tiles; ++k) {
    int s = k % Stages;
    mbarWait(&r.full[s], k / Stages & 1);
    sum += r.tile[s][threadIdx.x];
    mbarArrive(&r.empty[s]);
  }
  if (needsScale(p.scale))
    asm volatile("bar.sync 1, 32;" ::: "memory");
  p.out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) waits(Params p) { tiles<true>(p); }
__global__ void __launch_bounds__(64) refillsEarly(Params p) { tiles<false>(p); }

// A number goes with a pointer: none of either, or both. Which do, nobody can tell.
__global__ void __launch_bounds__(64) together(Params p) {
  alignas(128) __shared__ Ring r;
  begin(r);
  if (threadIdx.x >= Columns) {
    if (threadIdx.x == Columns) {
      if (p.scale.at[0] != nullptr)
        mbarArrive(&r.ahead);
      for (int k = 0; k < p.tiles; ++k) {
        int s = k % Stages;
        mbarWait(&r.empty[s], (k / Stages & 1) ^ 1);
        mbarExpect(&r.full[s], sizeof r.tile[s]);
        bulkLoad(r.tile[s], p.in + k * Columns, sizeof r.tile[s], &r.full[s]);
      }
    }
    return;
  }
  if (p.scales > 0)
    mbarWait(&r.ahead, 0);
  float sum = 0;
  for (int k = 0; k < p.tiles; ++k) {
    int s = k % Stages;
    mbarWait(&r.full[s], k / Stages & 1);
    sum += r.tile[s][threadIdx.x];
    mbarArrive(&r.empty[s]);
  }
  p.out[threadIdx.x] = sum;
}
