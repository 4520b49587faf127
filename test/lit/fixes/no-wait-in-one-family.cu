// An adapter launches any of its kernels for an early start when it is told to. The
// kernels for arrays of problems never waited for the kernels ahead, and read the
// sizes, the pointers and the operands at once.
//
// Fix: NVIDIA/cutlass#2719
// Class: dependent launch
// Check: pdl-order
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>

namespace arch {
__device__ inline void waitOnEarlierGrids() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
__device__ inline void letLaterGridsStart() {
  asm volatile("griddepcontrol.launch_dependents;");
}
} // namespace arch

template <class Kernel>
__global__ void __launch_bounds__(Kernel::MaxThreads, 1)
    deviceKernel(__grid_constant__ typename Kernel::Params const params) {
  extern __shared__ char shared[];
  Kernel kernel;
  kernel(params, shared);
}

struct Tile {
  int group, row;
  bool valid;
};

struct GroupScheduler {
  const int *sizes;
  int groups, next;
  __device__ GroupScheduler(const int *sizes, int groups)
      : sizes(sizes), groups(groups), next(blockIdx.x) {}
  __device__ Tile work() const {
    int left = next;
    for (int g = 0; g < groups; ++g) {
      const int tiles = (sizes[g] + 63) / 64; // bug
      if (left < tiles)
        return {g, left * 64, true};
      left -= tiles;
    }
    return {0, 0, false};
  }
  __device__ void advance() { next += gridDim.x; }
};

template <int StageCount> struct ArrayProduct {
  static constexpr int MaxThreads = 256, TileFloats = 64 * 32;
  struct Params {
    const int *sizes;
    const float *const *operands;
    float *const *results;
    int groups, depth;
  };
  struct Storage {
    float stage[StageCount][TileFloats];
    uint64_t full[StageCount], empty[StageCount];
  };
  static constexpr int SharedBytes = sizeof(Storage);

  __device__ void operator()(Params const &params, char *buffer) { // bug
    Storage &storage = *reinterpret_cast<Storage *>(buffer);
    const int role = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (threadIdx.x == 0) {
      for (int i = 0; i < StageCount; ++i) {
        mbarInit(&storage.full[i], 1);
        mbarInit(&storage.empty[i], 128);
      }
      mbarFence();
    }
    __syncthreads();
#ifdef FIXED
    arch::waitOnEarlierGrids();
#endif

    GroupScheduler scheduler(params.sizes, params.groups);
    int stage = 0, phase = 0;
    Tile tile = scheduler.work();
    if (role == 0) {
      for (; tile.valid; scheduler.advance(), tile = scheduler.work())
        for (int k = 0; k < params.depth; ++k) {
          if (thread == 0) {
            mbarWait(&storage.empty[stage], phase ^ 1);
            mbarExpect(&storage.full[stage], TileFloats * 4);
            bulkLoad(storage.stage[stage],
                     params.operands[tile.group] + (tile.row * params.depth + k) * 32, // bug
                     TileFloats * 4, &storage.full[stage]);
          }
          if (++stage == StageCount)
            stage = 0, phase ^= 1;
        }
    } else {
      while (tile.valid) {
        float sum = 0;
        for (int k = 0; k < params.depth; ++k) {
          mbarWait(&storage.full[stage], phase);
          for (int i = 0; i < TileFloats; i += 128)
            sum += storage.stage[stage][i + thread];
          proxyFence();
          mbarArrive(&storage.empty[stage]);
          if (++stage == StageCount)
            stage = 0, phase ^= 1;
        }
        params.results[tile.group][tile.row * 2 + thread] = sum;
        scheduler.advance();
        tile = scheduler.work();
#ifdef FIXED
        if (!tile.valid)
          arch::letLaterGridsStart();
#endif
      }
    }
  }
};

template <class Kernel> struct Adapter {
  typename Kernel::Params params;
  cudaError_t run(cudaStream_t stream, int blocks, bool earlyStart) {
    cudaFuncSetAttribute(deviceKernel<Kernel>,
                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                         Kernel::SharedBytes);
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute[1];
    config.gridDim = blocks;
    config.blockDim = Kernel::MaxThreads;
    config.dynamicSmemBytes = Kernel::SharedBytes;
    config.stream = stream;
    if (earlyStart) {
      attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attribute[0].val.programmaticStreamSerializationAllowed = 1;
      config.attrs = attribute;
      config.numAttrs = 1;
    }
    void *args[] = {&params};
    return cudaLaunchKernelExC(&config, (const void *)deviceKernel<Kernel>, args); // bug
    // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
  }
};

cudaError_t groupedProduct(const int *sizes, const float *const *operands,
                           float *const *results, int groups, int depth,
                           cudaStream_t stream) {
  using Kernel = ArrayProduct<4>;
  Adapter<Kernel> adapter{{sizes, operands, results, groups, depth}};
  return adapter.run(stream, 132, true);
}
