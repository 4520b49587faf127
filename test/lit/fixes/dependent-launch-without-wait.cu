// A transform was launched so that it may start beside the kernel ahead of it, as
// all kernels of its library are, and read its rows without a wait for that kernel.
//
// Fix: ggml-org/llama.cpp#23690
// Class: dependent launch
// Check: pdl-order
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <utility>

static __device__ __forceinline__ void waitForKernelsAhead() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

struct LaunchShape {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
};

struct EarlyLaunch {
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config;

  EarlyLaunch(const LaunchShape &shape) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config = {};
    config.gridDim = shape.grid;
    config.blockDim = shape.block;
    config.dynamicSmemBytes = shape.shared;
    config.stream = shape.stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
  }
  EarlyLaunch(const EarlyLaunch &) = delete;
};

template <typename Kernel, typename... Args>
static void launch(Kernel kernel, const LaunchShape &shape, Args &&...args) {
  static const bool early = [] {
    const char *said = getenv("EARLY_LAUNCH");
    return said == nullptr || atoi(said) != 0;
  }();
  if (early) {
    EarlyLaunch prepared(shape);
    cudaLaunchKernelEx(&prepared.config, kernel, std::forward<Args>(args)...); // bug
    return;
  }
  kernel<<<shape.grid, shape.block, shape.shared, shape.stream>>>(
      std::forward<Args>(args)...);
}

template <int Columns>
__global__ void transformRows(const float *from, float *to, int64_t rows, float scale) { // bug
  constexpr int PerLane = Columns / 32;
  const int64_t row = int64_t(blockIdx.x) * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;

  from += row * Columns;
  to += row * Columns;
  const int lane = threadIdx.x;
  float held[PerLane];

#ifdef FIXED
  waitForKernelsAhead();
#endif
#pragma unroll
  for (int i = 0; i < PerLane; ++i)
    held[i] = from[i * 32 + lane] * scale; // bug

#pragma unroll
  for (int step = 1; step < 32; step *= 2)
#pragma unroll
    for (int i = 0; i < PerLane; ++i) {
      const float other = __shfl_xor_sync(0xffffffff, held[i], step, 32);
      held[i] = lane & step ? other - held[i] : other + held[i];
    }

#pragma unroll
  for (int step = 1; step < PerLane; step *= 2)
#pragma unroll
    for (int i = 0; i < PerLane; i += 2 * step)
#pragma unroll
      for (int k = 0; k < step; ++k) {
        const float a = held[i + k], b = held[i + k + step];
        held[i + k] = a + b;
        held[i + k + step] = a - b;
      }

#pragma unroll
  for (int i = 0; i < PerLane; ++i)
    to[i * 32 + lane] = held[i];
}

bool transform(const float *from, float *to, int columns, int64_t rows, float scale,
               cudaStream_t stream) {
  const int rowsPerBlock = 4;
  const LaunchShape shape{dim3((rows + rowsPerBlock - 1) / rowsPerBlock),
                          dim3(32, rowsPerBlock), 0, stream};
  switch (columns) {
  case 64:
    launch(transformRows<64>, shape, from, to, rows, scale); // bug
    // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
    return true;
  case 128:
    launch(transformRows<128>, shape, from, to, rows, scale);
    // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
    return true;
  case 256:
    launch(transformRows<256>, shape, from, to, rows, scale);
    // BEFORE-warn@-1 pdl-order: may start before the kernels ahead of it have ended, and never waits for them
    return true;
  default:
    return false;
  }
}
