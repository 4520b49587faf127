// Warps that compute and warps that load meet at a numbered barrier after each tile. A
// tile without work returned early and only arrived, so the warps that compute could
// come to the next such tile and arrive again before the others had been there.
//
// Fix: vllm-project/vllm#26026
// Class: named barriers
// Check: named-barrier
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>

struct NumberedBarrier {
  int threads, number;
  __device__ NumberedBarrier(int threads, int number) : threads(threads), number(number) {}
  __device__ void arriveAndWait() const {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
  }
  __device__ void arrive() const {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
  }
};

struct Tile {
  int batch, split;
};

struct TileScheduler {
  int batches, splits, current;
  __device__ TileScheduler(int batches, int splits)
      : batches(batches), splits(splits), current(blockIdx.x) {}
  __device__ bool valid() const { return current < batches * splits; }
  __device__ Tile tile() const { return {current / splits, current % splits}; }
  __device__ TileScheduler &operator++() {
    current += gridDim.x;
    return *this;
  }
};

struct Attention {
  static constexpr int ComputeWarps = 4, LoadWarps = 2, Stages = 2, TileFloats = 1024;
  static constexpr int EpilogueBarrier = 2, ExchangeBarrier = 3;
  static constexpr int MaxThreads = (ComputeWarps + LoadWarps) * 32;
  enum class Role { Compute, Load };
  struct Params {
    const float *keys;
    const int *lengths;
    float *out;
    int batches, splits;
  };
  struct Storage {
    alignas(16) float keys[Stages][TileFloats];
    float exchange[ComputeWarps * 32];
    uint64_t full[Stages], empty[Stages];
  };

  __device__ static int tilesOf(const Params &params, Tile tile) {
    const int all = (params.lengths[tile.batch] + 127) / 128;
    const int each = (all + params.splits - 1) / params.splits;
    const int left = all - tile.split * each;
    return left < each ? left : each;
  }

  __device__ static void load(const Params &params, Tile tile, Storage &storage, int &stage,
                              uint32_t &phase) {
    const int count = tilesOf(params, tile);
    for (int k = 0; k < count; ++k) {
      mbarWait(&storage.empty[stage], phase ^ 1);
      for (int i = threadIdx.x - ComputeWarps * 32; i < TileFloats / 4; i += LoadWarps * 32)
        copy16(&storage.keys[stage][i * 4], params.keys + (tile.batch * 64 + k) * TileFloats + i * 4);
      commitCopies();
      waitAllCopies();
      mbarArrive(&storage.full[stage]);
      if (++stage == Stages)
        stage = 0, phase ^= 1;
    }
  }

  __device__ static void compute(const Params &params, Tile tile, Storage &storage, int &stage,
                                 uint32_t &phase) {
    const int count = tilesOf(params, tile);
    if (count <= 0) {
#ifdef FIXED
      NumberedBarrier((ComputeWarps + LoadWarps) * 32, EpilogueBarrier).arriveAndWait();
#else
      NumberedBarrier((ComputeWarps + LoadWarps) * 32, EpilogueBarrier).arrive(); // bug
      // BEFORE-warn@-1 named-barrier: warps may come to barrier 2 before its last use is over
#endif
      return;
    }
    float best = -INFINITY;
    for (int k = 0; k < count; ++k) {
      mbarWait(&storage.full[stage], phase);
      for (int i = threadIdx.x; i < TileFloats; i += ComputeWarps * 32)
        best = fmaxf(best, storage.keys[stage][i]);
      mbarArrive(&storage.empty[stage]);
      if (++stage == Stages)
        stage = 0, phase ^= 1;
    }
    storage.exchange[threadIdx.x] = best;
    NumberedBarrier(ComputeWarps * 32, ExchangeBarrier).arriveAndWait();
    best = fmaxf(best, storage.exchange[threadIdx.x ^ 64]);
    params.out[(tile.batch * params.splits + tile.split) * 128 + threadIdx.x] = best;
    NumberedBarrier((ComputeWarps + LoadWarps) * 32, EpilogueBarrier).arriveAndWait();
  }

  __device__ void operator()(const Params &params, char *buffer) {
    Storage &storage = *reinterpret_cast<Storage *>(buffer);
    const Role role = threadIdx.x < ComputeWarps * 32 ? Role::Compute : Role::Load;
    if (threadIdx.x == 0)
      for (int i = 0; i < Stages; ++i) {
        mbarInit(&storage.full[i], LoadWarps * 32);
        mbarInit(&storage.empty[i], ComputeWarps * 32);
      }
    __syncthreads();

    int stage = 0;
    uint32_t phase = 0;
    TileScheduler scheduler(params.batches, params.splits);
    if (role == Role::Load) {
      for (; scheduler.valid(); ++scheduler) {
        load(params, scheduler.tile(), storage, stage, phase);
        NumberedBarrier((ComputeWarps + LoadWarps) * 32, EpilogueBarrier).arriveAndWait(); // bug
      }
    } else {
      for (; scheduler.valid(); ++scheduler)
        compute(params, scheduler.tile(), storage, stage, phase);
    }
  }
};

template <class Kernel>
__global__ void __launch_bounds__(Kernel::MaxThreads)
    deviceKernel(__grid_constant__ typename Kernel::Params const params) {
  extern __shared__ __align__(16) char shared[];
  Kernel kernel;
  kernel(params, shared);
}

void attend(const float *keys, const int *lengths, float *out, int batches, int splits,
            cudaStream_t stream) {
  deviceKernel<Attention><<<148, Attention::MaxThreads, sizeof(Attention::Storage), stream>>>(
      {keys, lengths, out, batches, splits});
}
