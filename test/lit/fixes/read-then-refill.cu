// Two stages are filled in turn. The fence between the proxies stood behind the copy
// that refills a stage, so nothing ordered what had been read of the stage before it.
//
// Fix: NVIDIA/TransformerEngine#2695
// Class: proxies, refills
// Check: async-copy-wait
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__device__ inline void loadTile(void *to, const CUtensorMap *map, int x, int y,
                                uint32_t bytes, uint64_t *bar, bool master) {
  if (master) {
    tensorLoad(to, map, bar, x, y); // bug
    mbarExpect(bar, bytes);
  } else {
    mbarArrive(bar);
  }
}

template <int Count> __device__ inline void initBarriers(uint64_t *bars, int threads, bool master) {
  if (master) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      mbarInit(&bars[i], threads);
    proxyFence();
  }
  __syncthreads();
}

template <int Warps>
__device__ inline void blockMax(float mine, float *staging, float *out, int warp) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    mine = fmaxf(mine, __shfl_down_sync(0xffffffff, mine, step));
  if (threadIdx.x % 32 == 0)
    staging[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    float all = threadIdx.x % 32 < Warps ? staging[threadIdx.x % 32] : 0.0f;
#pragma unroll
    for (int step = Warps / 2; step > 0; step /= 2)
      all = fmaxf(all, __shfl_down_sync(0xffffffff, all, step));
    if (threadIdx.x % 32 == 0)
      atomicMax((int *)out, __float_as_int(all));
  }
}

template <typename T, int Order, int ChunkY, int ChunkX, int BuffY, int BuffX, int Threads,
          int ThreadsY>
__global__ void __launch_bounds__(Threads *ThreadsY)
    largestMagnitude(const __grid_constant__ CUtensorMap map, float *out) {
  constexpr int StagesX = ChunkX / BuffX, StagesY = ChunkY / BuffY;
  constexpr int Warps = Threads * ThreadsY / 32;
  const int blockY = blockIdx.y * ChunkY, blockX = blockIdx.x * ChunkX;

  extern __shared__ __align__(128) char dynamic[];
  constexpr size_t BuffBytes = BuffX * BuffY * sizeof(T);
  T *buffers[2] = {reinterpret_cast<T *>(dynamic),
                   reinterpret_cast<T *>(dynamic + BuffBytes)};
  __shared__ float staging[Warps];
  __shared__ uint64_t bars[StagesX * StagesY];

  const bool master = threadIdx.x == 0 && threadIdx.y == 0;
  initBarriers<StagesX * StagesY>(bars, Threads * ThreadsY, master);
  loadTile(buffers[0], &map, blockX, blockY, BuffBytes, &bars[0], master);

  float mine = 0.0f;
  for (int stageY = 0; stageY < StagesY; ++stageY) {
    for (int stageX = 0; stageX < StagesX; ++stageX) {
      const int stage = StagesX * stageY + stageX;
      const int next = stage + 1;
      const int nextX = stageX + 1 == StagesX ? 0 : stageX + 1;
      const int nextY = stageX + 1 == StagesX ? stageY + 1 : stageY;

      if (next < StagesX * StagesY)
        loadTile(buffers[next % 2], &map, blockX + nextX * BuffX, blockY + nextY * BuffY, // bug
                 BuffBytes, &bars[next], master);

#ifndef FIXED
      proxyFence();
#endif
      mbarWait(&bars[stage], 0);

      constexpr int RoundsX = BuffX / (Order * (Threads / 32));
      constexpr int RoundsY = BuffY / (Order * ThreadsY);
      const T *tile = buffers[stage % 2];
#pragma unroll
      for (int y = 0; y < RoundsY; ++y) {
        const int row = (y * Order * ThreadsY + threadIdx.y * Order) * BuffX;
#pragma unroll
        for (int x = 0; x < RoundsX; ++x) {
          const T *part = tile + row + x * Order * (Threads / 32);
          const int column = threadIdx.x / 32 * Order + threadIdx.x % Order;
          for (int i = threadIdx.x % 32 / Order; i < Order; i += 32 / Order)
            mine = fmaxf(mine, fabsf(float(part[i * BuffX + column]))); // bug
            // BEFORE-warn@-1 async-copy-wait: 'dynamic' is read in 'operator float' and then filled anew by a bulk copy: the proxy fence comes only behind the copy
        }
        __syncthreads();
      }
#ifdef FIXED
      proxyFence();
#endif
    }
  }
  blockMax<Warps>(mine, staging, out, (threadIdx.x + threadIdx.y * blockDim.x) / 32);
}

void largest(const CUtensorMap &map, float *out, int rows, int columns,
             cudaStream_t stream) {
  constexpr int ChunkY = 128, ChunkX = 128, BuffY = 64, BuffX = 64;
  auto kernel = largestMagnitude<__nv_bfloat16, 16, ChunkY, ChunkX, BuffY, BuffX, 128, 1>;
  const int shared = 2 * BuffX * BuffY * sizeof(__nv_bfloat16);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  kernel<<<dim3(columns / ChunkX, rows / ChunkY), dim3(128, 1), shared, stream>>>(map, out);
}
