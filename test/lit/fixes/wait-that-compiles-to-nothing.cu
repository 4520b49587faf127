// Kernels were always launched for an early start, and their waits stood in helpers
// that are empty unless the build defines a macro, which it did not.
//
// Fix: flashinfer-ai/flashinfer#2708
// Class: dependent launch
// Check: pdl-order
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>

// What the build now says on its command line.
#ifdef FIXED
#define ENABLE_EARLY_STARTS 1
#endif

#if defined(ENABLE_EARLY_STARTS) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define EARLY_STARTS_COMPILED
#endif

namespace arch {
__device__ inline void waitOnEarlierGrids() {
#if defined(EARLY_STARTS_COMPILED)
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__device__ inline void letLaterGridsStart() {
#if defined(EARLY_STARTS_COMPILED)
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}
} // namespace arch

template <class Kernel>
__global__ void __launch_bounds__(Kernel::MaxThreads, 1)
    deviceKernel(__grid_constant__ typename Kernel::Params const params) {
  extern __shared__ char shared[];
  Kernel kernel;
  kernel(params, shared);
}

template <typename Element, int TileRows> struct ScaledProduct {
  static constexpr int MaxThreads = 384, Stages = 3;
  enum class Role { Scheduler, Load, Epilogue };
  struct Params {
    const Element *a, *scales;
    Element *d;
    float alpha;
    int rows, depth;
  };
  struct Storage {
    alignas(128) Element a[Stages][TileRows * 32];
    alignas(128) Element scale[Stages][TileRows];
    uint64_t full[Stages], empty[Stages];
  };
  static constexpr int SharedBytes = sizeof(Storage);

  __device__ void operator()(Params const &params, char *buffer) { // bug
    Storage &storage = *reinterpret_cast<Storage *>(buffer);
    const int group = threadIdx.x / 128, thread = threadIdx.x % 128;
    if (threadIdx.x == 0) {
      for (int i = 0; i < Stages; ++i) {
        mbarInit(&storage.full[i], 1);
        mbarInit(&storage.empty[i], 256);
      }
      mbarFence();
    }
    __syncthreads();

    const int tiles = params.rows / TileRows;
    int stage = 0, phase = 0;
    if (group == 0) {
      if (thread == 0) {
        arch::waitOnEarlierGrids();
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
          for (int k = 0; k < params.depth; ++k) {
            mbarWait(&storage.empty[stage], phase ^ 1);
            mbarExpect(&storage.full[stage], TileRows * 33 * sizeof(Element));
            bulkLoad(storage.a[stage], params.a + (tile * params.depth + k) * TileRows * 32, // bug
                     TileRows * 32 * sizeof(Element), &storage.full[stage]);
            bulkLoad(storage.scale[stage], params.scales + (tile * params.depth + k) * TileRows,
                     TileRows * sizeof(Element), &storage.full[stage]);
            if (++stage == Stages)
              stage = 0, phase ^= 1;
          }
      }
    } else {
      arch::waitOnEarlierGrids();
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        float sum = 0;
        for (int k = 0; k < params.depth; ++k) {
          mbarWait(&storage.full[stage], phase);
          for (int i = 0; i < 32; ++i)
            sum += float(storage.a[stage][thread % TileRows * 32 + i]) *
                   float(storage.scale[stage][thread % TileRows]);
          proxyFence();
          mbarArrive(&storage.empty[stage]);
          if (++stage == Stages)
            stage = 0, phase ^= 1;
        }
        if (group == 1 && thread < TileRows)
          params.d[tile * TileRows + thread] = Element(params.alpha * sum); // bug
      }
      arch::letLaterGridsStart();
    }
  }
};

struct ClusterLauncher {
  static cudaError_t launch(dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                            const void *kernel, void **args, bool earlyStart) {
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attributes[2];
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim = {1, 1, 1};
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = attributes;
    config.numAttrs = earlyStart ? 2 : 1;
    return cudaLaunchKernelExC(&config, kernel, args); // bug
  }
};

template <class Kernel>
cudaError_t run(typename Kernel::Params params, int blocks, cudaStream_t stream) {
  void *args[] = {&params};
  return ClusterLauncher::launch(blocks, Kernel::MaxThreads, Kernel::SharedBytes, stream,
  // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
                                 (const void *)deviceKernel<Kernel>, args,
                                 /*earlyStart=*/true);
}

cudaError_t scaledProduct(const float *a, const float *scales, float *d, int rows,
                          int depth, cudaStream_t stream) {
  using Kernel = ScaledProduct<float, 64>;
  return run<Kernel>({a, scales, d, 1.0f, rows, depth}, 148, stream);
}
