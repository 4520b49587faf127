// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-cluster-exit --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Two blocks that get the same tile, launched elsewhere. Their copies go to both
// whether they lie side by side along x or along y; by their place, some tell only
// one of the two that they have used a tile.

#include "../Inputs/mbarrier.cuh"

__device__ inline unsigned column() {
  unsigned x;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  return x;
}
__device__ inline unsigned row() {
  unsigned y;
  asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(y));
  return y;
}
__device__ inline unsigned rank() {
  unsigned r;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
  return r;
}
__device__ inline void meetCluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ inline void arriveAt(uint64_t *bar, unsigned rank) {
  asm volatile("{\n.reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n}" ::"r"(toShared(bar)),
               "r"(rank)
               : "memory");
}
__device__ inline void copyToBoth(void *to, const void *from, unsigned bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
               " [%0], [%1], %2, [%3], %4;" ::"r"(toShared(to)),
               "l"(from), "r"(bytes), "r"(toShared(bar)), "h"((uint16_t)3)
               : "memory");
}

// Right for two blocks along x, and for two along y.
struct AlongX {
  static __device__ bool tells(unsigned to) { return row() == 0 || to == column(); }
};
struct AlongY {
  static __device__ bool tells(unsigned to) { return column() == 0 || to == row(); }
};
// By rank: right for both.
struct Both {
  static __device__ bool tells(unsigned) { return true; }
};
// Wrong for both: each tells only itself.
struct Itself {
  static __device__ bool tells(unsigned to) { return to == rank(); }
};

constexpr int Stages = 2;

struct Tiles {
  float tile[Stages][256];
  uint64_t full[Stages], empty[Stages];
};

__device__ inline void begin(Tiles &t) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&t.full[i], 1);
      mbarInit(&t.empty[i], 2);
    }
    mbarFence();
  }
  meetCluster();
}

template <class Peers> __device__ void halves(const float *in, float *out, int rounds) {
  alignas(128) __shared__ Tiles t;
  begin(t);
  if (threadIdx.x >= 256) {
    if (threadIdx.x == 256) {
      for (int k = 0; k < rounds; ++k) {
        int s = k % Stages;
        mbarWait(&t.empty[s], (k / Stages & 1) ^ 1);
        mbarExpect(&t.full[s], sizeof t.tile[s]);
        copyToBoth(&t.tile[s][rank() * 128], in + k * 256 + rank() * 128, sizeof t.tile[s] / 2, &t.full[s]);
      }
    }
  } else {
    float sum = 0;
    for (int k = 0; k < rounds; ++k) {
      int s = k % Stages;
      mbarWait(&t.full[s], k / Stages & 1);
      sum += t.tile[s][threadIdx.x];
      asm volatile("bar.sync 1, 256;" ::: "memory");
      if (threadIdx.x < 2 && Peers::tells(threadIdx.x))
        arriveAt(&t.empty[s], threadIdx.x);
    }
    out[rank() * 256 + threadIdx.x] = sum;
  }
  meetCluster();
}

__global__ void __launch_bounds__(288) oneAboveTheOther(const float *in, float *out, int rounds) {
  halves<AlongY>(in, out, rounds);
}
__global__ void __launch_bounds__(288) sideBySide(const float *in, float *out, int rounds) {
  halves<AlongX>(in, out, rounds);
}
__global__ void __launch_bounds__(288) anyWay(const float *in, float *out, int rounds) {
  halves<Both>(in, out, rounds);
}

// The same with a mistake.
template <class Peers, bool Acquires, bool Waits> __device__ void wrong(const float *in, float *out, int rounds) {
  alignas(128) __shared__ Tiles t;
  begin(t);
  int s = 0;
  unsigned phase = 0;
  if (threadIdx.x < 256) {
    float sum = 0;
    while (rounds-- > 0) {
      if (Waits)
        mbarWait(&t.full[s], phase); // warn barrier-token: waits for a phase of 'full' that never ends
      sum += t.tile[s][255 - threadIdx.x]; // warn async-copy-wait: 'tile' is read while the copy that fills it may be under way
      asm volatile("bar.sync 1, 256;" ::: "memory");
      if (threadIdx.x < 2 && Peers::tells(threadIdx.x))
        arriveAt(&t.empty[s], threadIdx.x);
      if (++s == Stages) {
        s = 0;
        phase ^= 1;
      }
    }
    out[rank() * 256 + threadIdx.x] = sum;
  } else if (threadIdx.x == 256) {
    for (; rounds > 0; --rounds) {
      if (Acquires)
        mbarWait(&t.empty[s], phase ^ 1);
      mbarExpect(&t.full[s], sizeof t.tile[s]);
      copyToBoth(&t.tile[s][rank() * 128], in + rounds * 256 + rank() * 128, sizeof t.tile[s] / 2, &t.full[s]); // warn async-copy-wait: 'tile' is filled in 'copyToBoth' although nothing tells that it was used before
      s = (s + 1) % Stages;
      phase ^= s == 0;
    }
  }
  meetCluster();
}

__global__ void __launch_bounds__(288) tellsOnlyItself(const float *in, float *out, int rounds) {
  wrong<Itself, true, true>(in, out, rounds);
}
__global__ void __launch_bounds__(288) refilledEarly(const float *in, float *out, int rounds) {
  wrong<AlongY, false, true>(in, out, rounds);
}
__global__ void __launch_bounds__(288) neverWaits(const float *in, float *out, int rounds) {
  wrong<AlongX, true, false>(in, out, rounds);
}
