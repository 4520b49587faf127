// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// More stages than 1024 rows have tiles: only a larger number fills one of them twice.

#include "../Inputs/mbarrier.cuh"

constexpr int Stages = 12, Rows = 128, Columns = 32;

struct Ring {
  float tile[Stages][Columns];
  uint64_t full[Stages], empty[Stages];
};

__device__ inline void begin(Ring &r) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&r.full[i], 1);
      mbarInit(&r.empty[i], Columns);
    }
    mbarFence();
  }
  __syncthreads();
}

__device__ inline void fill(Ring &r, int s, const float *from) {
  mbarExpect(&r.full[s], sizeof r.tile[s]);
  bulkLoad(r.tile[s], from, sizeof r.tile[s], &r.full[s]); // warn async-copy-wait: 'tile' is filled in 'bulkLoad' although nothing tells that it was used before
}

template <bool Acquires> __device__ void tiles(const float *in, float *out, int rows) {
  alignas(128) __shared__ Ring r;
  begin(r);
  int count = (rows + Rows - 1) / Rows;
  if (threadIdx.x >= Columns) {
    if (threadIdx.x == Columns)
      for (int k = 0; k < count; ++k) {
        if (Acquires)
          mbarWait(&r.empty[k % Stages], (k / Stages & 1) ^ 1);
        fill(r, k % Stages, in + k * Columns);
      }
    return;
  }
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    int s = k % Stages;
    mbarWait(&r.full[s], k / Stages & 1);
    sum += r.tile[s][threadIdx.x];
    mbarArrive(&r.empty[s]);
  }
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) waits(const float *in, float *out, int rows) {
  tiles<true>(in, out, rows);
}
__global__ void __launch_bounds__(64) refillsEarly(const float *in, float *out, int rows) {
  tiles<false>(in, out, rows);
}

// Each round one arrival too few: the second time a stage is to be filled, nobody has
// given it back.
__global__ void __launch_bounds__(64) tellsTooFew(const float *in, float *out, int rows) {
  alignas(128) __shared__ Ring r;
  begin(r);
  int count = (rows + Rows - 1) / Rows, s = 0;
  unsigned phase = 0;
  if (threadIdx.x < Columns) {
    float sum = 0;
    for (; count > 0; --count) {
      mbarWait(&r.full[s], phase); // warn barrier-token: waits for a phase of 'full' that never ends
      sum += r.tile[s][threadIdx.x];
      if (threadIdx.x != 7)
        mbarArrive(&r.empty[s]);
      if (++s == Stages) {
        s = 0;
        phase ^= 1;
      }
    }
    out[threadIdx.x] = sum;
  } else if (threadIdx.x == Columns) {
    for (; count > 0; --count) {
      mbarWait(&r.empty[s], phase ^ 1);
      fill(r, s, in + count * Columns);
      if (++s == Stages) {
        s = 0;
        phase ^= 1;
      }
    }
  }
}
