// A group of warps writes a tile of the state into shared memory and hands it to the
// warp that stores it by the tensor memory accelerator, with no fence between the
// proxies: the store could read what had been there before.
//
// After the pull request's description; roles and hand-over after the kernel that it
// mends, as it was some months before.
//
// Fix: inclusionAI/cuLA#114
// Class: proxies, refills
// Check: async-copy-wait
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda.h>
#include <cuda_runtime.h>

struct StageState {
  int index = 0;
  uint32_t phase;
  __device__ explicit StageState(uint32_t phase) : phase(phase) {}
  __device__ void advance(int stages) {
    if (++index == stages)
      index = 0, phase ^= 1;
  }
};

template <int Stages> struct HandOver {
  struct Storage {
    uint64_t full[Stages], empty[Stages];
  };
  Storage &storage;
  __device__ void producerAcquire(const StageState &state) {
    mbarWait(&storage.empty[state.index], state.phase);
  }
  __device__ void producerCommit(const StageState &state) {
#ifdef FIXED
    proxyFence();
#endif
    mbarArrive(&storage.full[state.index]);
  }
  __device__ void consumerWait(const StageState &state) {
    mbarWait(&storage.full[state.index], state.phase);
  }
  __device__ void consumerRelease(const StageState &state) {
    mbarArrive(&storage.empty[state.index]);
  }
};

constexpr int Rows = 64, Columns = 32, Stages = 2, MathThreads = 128;

struct __align__(128) Shared {
  float tile[Stages][Rows * Columns];
  HandOver<Stages>::Storage barriers;
};

__global__ void __launch_bounds__(MathThreads + 32)
    updateState(const __grid_constant__ CUtensorMap map, const float *keys,
                const float *gates, int chunks) {
  extern __shared__ __align__(128) char raw[];
  Shared &shared = *reinterpret_cast<Shared *>(raw);
  HandOver<Stages> handOver{shared.barriers};
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&shared.barriers.full[i], MathThreads);
      mbarInit(&shared.barriers.empty[i], 1);
    }
    mbarFence();
  }
  __syncthreads();

  if (threadIdx.x < MathThreads) {
    StageState state(1);
    float held[Rows * Columns / MathThreads] = {};
    for (int chunk = 0; chunk < chunks; ++chunk) {
      const float gate = gates[chunk];
      handOver.producerAcquire(state);
#pragma unroll
      for (int i = 0; i < Rows * Columns / MathThreads; ++i) {
        const int at = i * MathThreads + threadIdx.x;
        held[i] = held[i] * gate + keys[chunk * Rows * Columns + at];
        shared.tile[state.index][at] = held[i]; // bug
        // BEFORE-warn@-1 async-copy-wait: 'tile' is written and then read by a bulk copy without a proxy fence
      }
      handOver.producerCommit(state);
      state.advance(Stages);
    }
  } else if (threadIdx.x == MathThreads) {
    StageState state(0);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      handOver.consumerWait(state);
      tensorStore(&map, shared.tile[state.index], 0, (blockIdx.x * chunks + chunk) * Rows); // bug
      bulkCommit();
      bulkWaitRead<0>();
      handOver.consumerRelease(state);
      state.advance(Stages);
    }
  }
}

void update(const CUtensorMap &map, const float *keys, const float *gates, int chunks,
            int heads, cudaStream_t stream) {
  cudaFuncSetAttribute(updateState, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       sizeof(Shared));
  updateState<<<heads, MathThreads + 32, sizeof(Shared), stream>>>(map, keys, gates, chunks);
}
