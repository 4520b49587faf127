// One thread copies through two stages of shared memory and waits until at most one
// store is in flight before it refills a stage. The one that may be is the store of
// that very stage.
//
// Fix: deepseek-ai/DeepEP#660
// Class: proxies, refills
// Check: async-copy-wait
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>
#include <cuda/std/utility>

__device__ inline void waitAndFlip(uint64_t *bar, uint32_t &phase) {
  mbarWait(bar, phase);
  phase ^= 1;
}

template <int SharedBytes, int Stages = 2,
          int StageBytes = (SharedBytes - Stages * 8) / Stages / 16 * 16,
          int StageUnits = StageBytes / 16>
__device__ __forceinline__ void copyThroughStages(const char *from, char *to, int64_t bytes,
                                                  int block, int blocks) {
  extern __shared__ __align__(16) char buffers[];
  const auto bars = reinterpret_cast<uint64_t *>(buffers + Stages * StageBytes);
  static_assert(Stages >= 2, "stages that overlap");

  uint32_t phases[Stages];
#pragma unroll
  for (int i = 0; i < Stages; ++i) {
    phases[i] = 0;
    mbarInit(bars + i, 1);
    mbarFence();
  }

  const int64_t units = bytes / 16;
  const int64_t perBlock = (units + blocks - 1) / blocks;
  const int64_t first = block * perBlock;
  const int64_t last = first + perBlock < units ? first + perBlock : units;
  const int64_t rounds = (last - first + StageUnits - 1) / StageUnits;

  auto part = [&](int64_t round) {
    const int64_t unit = first + round * StageUnits;
    const int64_t left = last - unit < StageUnits ? last - unit : StageUnits;
    return cuda::std::make_pair(unit * 16, int(left) * 16);
  };

  for (int64_t round = 0; round < rounds; ++round) {
    const int stage = int(round % Stages);
    const auto [at, size] = part(round);
    if (round < Stages) {
      bulkLoad(buffers + stage * StageBytes, from + at, size, bars + stage);
      mbarExpect(bars + stage, size);
    }
    waitAndFlip(bars + stage, phases[stage]);
    bulkStore(to + at, buffers + stage * StageBytes, size); // bug
    bulkCommit();

    const int64_t next = round + Stages;
    if (next < rounds) {
#ifdef FIXED
      bulkWait<0>();
#else
      bulkWait<Stages - 1>();
#endif
      const auto [nextAt, nextSize] = part(next);
      bulkLoad(buffers + stage * StageBytes, from + nextAt, nextSize, bars + stage); // bug
      // BEFORE-warn@-1 async-copy-wait: 'buffers' is written in 'bulkLoad' while a bulk copy may still be reading it: the wait leaves its group pending
      mbarExpect(bars + stage, nextSize);
    }
  }
  bulkWait<0>();
}

template <int SharedBytes>
__global__ void __launch_bounds__(32, 1)
    sendParts(const char *from, char *to, int64_t bytes, const int *count, int slots,
              int64_t slotBytes) {
  char *slot = to + *count % slots * slotBytes;
  if (electOne())
    copyThroughStages<SharedBytes>(from, slot, bytes, blockIdx.x, gridDim.x);
}

void send(const char *from, char *to, int64_t bytes, const int *count, int slots,
          int64_t slotBytes, cudaStream_t stream) {
  constexpr int SharedBytes = 98304;
  cudaFuncSetAttribute(sendParts<SharedBytes>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       SharedBytes);
  sendParts<SharedBytes><<<20, 32, SharedBytes, stream>>>(from, to, bytes, count, slots,
                                                        slotBytes);
}
