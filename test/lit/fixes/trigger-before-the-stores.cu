// A small matrix product let the kernels behind it start before it had reduced its
// partial sums and stored the result. The fix moved the trigger behind the
// reduction, where it still stands before the stores.
//
// After the pull request's review; the kernel around it after the copy that another
// project keeps.
//
// Fix: NVIDIA/TensorRT-LLM#14537
// Class: dependent launch
// Check: pdl-order
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// Missed: the memory model has nothing against it: a kernel behind that waits sees all stores.
// BEFORE-no-findings
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>

constexpr int Stages = 4, TileK = 64, TileM = 16, TileN = 8, Threads = 384;

__global__ void __launch_bounds__(Threads, 1)
    smallProduct(float *out, const float *weights, const float *activations,
                 const float *bias, int rows, int columns, int depth) {
  extern __shared__ __align__(128) float staged[];
  float *stagedWeights = staged;
  float *stagedActivations = staged + Stages * TileM * TileK;
  __shared__ uint64_t weightsIn[Stages], activationsIn[Stages], taken[Stages];
  __shared__ float4 partial[128];

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = blockIdx.x * TileM, column = blockIdx.y * TileN;
  const int rounds = (depth + TileK - 1) / TileK;

  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&weightsIn[i], 1);
      mbarInit(&activationsIn[i], 1);
      mbarInit(&taken[i], 4);
    }
    mbarFence();
  }
  __syncthreads();

  float4 sum = make_float4(0, 0, 0, 0);
  if (warp < 4) {
    for (int round = 0; round < rounds; ++round) {
      const int stage = round % Stages, phase = round / Stages & 1;
      mbarWait(&weightsIn[stage], phase);
      mbarWait(&activationsIn[stage], phase);
      const float *w = stagedWeights + stage * TileM * TileK;
      const float *a = stagedActivations + stage * TileN * TileK;
      for (int k = warp * 16; k < warp * 16 + 16; ++k) {
        sum.x += w[lane / 4 * TileK + k] * a[lane % 4 * 2 * TileK + k];
        sum.y += w[lane / 4 * TileK + k] * a[(lane % 4 * 2 + 1) * TileK + k];
        sum.z += w[(lane / 4 + 8) * TileK + k] * a[lane % 4 * 2 * TileK + k];
        sum.w += w[(lane / 4 + 8) * TileK + k] * a[(lane % 4 * 2 + 1) * TileK + k];
      }
      __syncwarp();
      if (lane == 0) {
        proxyFence();
        mbarArrive(&taken[stage]);
      }
    }
  } else if (warp == 4 && lane == 0) {
    for (int round = 0; round < rounds; ++round) {
      const int stage = round % Stages, phase = round / Stages & 1;
      mbarWait(&taken[stage], phase ^ 1);
      mbarExpect(&weightsIn[stage], TileM * TileK * 4);
      bulkLoad(stagedWeights + stage * TileM * TileK,
               weights + (row * rounds + round) * TileM * TileK, TileM * TileK * 4,
               &weightsIn[stage]);
    }
  } else if (warp == 8 && lane == 0) {
    cudaGridDependencySynchronize();
#ifndef FIXED
    cudaTriggerProgrammaticLaunchCompletion(); // bug
#endif
    for (int round = 0; round < rounds; ++round) {
      const int stage = round % Stages, phase = round / Stages & 1;
      mbarWait(&taken[stage], phase ^ 1);
      mbarExpect(&activationsIn[stage], TileN * TileK * 4);
      bulkLoad(stagedActivations + stage * TileN * TileK,
               activations + (column * rounds + round) * TileN * TileK,
               TileN * TileK * 4, &activationsIn[stage]);
    }
  }

  if (warp < 4)
    partial[threadIdx.x] = sum;
  __syncthreads();
#ifdef FIXED
  if (threadIdx.x == 0)
    cudaTriggerProgrammaticLaunchCompletion();
#endif

  if (warp == 0) {
    for (int i = 1; i < 4; ++i) {
      const float4 other = partial[i * 32 + lane];
      sum.x += other.x, sum.y += other.y, sum.z += other.z, sum.w += other.w;
    }
    const int m = row + lane / 4, n = column + lane % 4 * 2;
    const float low = bias[m], high = bias[m + 8];
    if (n < columns) { // silent@+1: no-alias
      out[n * rows + m] = sum.x + low; // bug
      out[n * rows + m + 8] = sum.z + high; // silent: no-alias
    }
    if (n + 1 < columns) {
      out[(n + 1) * rows + m] = sum.y + low;
      out[(n + 1) * rows + m + 8] = sum.w + high;
    }
  }
}

void product(float *out, const float *weights, const float *activations,
             const float *bias, int rows, int columns, int depth,
             cudaStream_t stream) {
  const int shared = Stages * (TileM + TileN) * TileK * 4;
  cudaFuncSetAttribute(smallProduct, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute attributes[1];
  config.gridDim = dim3((rows + TileM - 1) / TileM, (columns + TileN - 1) / TileN);
  config.blockDim = Threads;
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = 1;
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchKernelEx(&config, &smallProduct, out, weights, activations, bias, rows,
                     columns, depth);
}
