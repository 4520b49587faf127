// Each warp sums rows that bulk copies bring into two stages of its own. The copy for
// the row after next goes into the stage that the lanes have just read, and no fence
// between the proxies lies between.
//
// Fix: deepseek-ai/DeepGEMM#389
// Class: proxies, refills
// Check: async-copy-wait
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// Missed: the data decide which copies a warp makes, so that it cannot be followed; that reads
// and copies of one warp go through different proxies is for the model only.
// BEFORE-no-findings
// FIXED-no-findings

#include "../checks/Inputs/mbarrier.cuh"
#include <cuda_runtime.h>

template <class Function> struct Pattern {
  Function function;
  __device__ explicit Pattern(Function function) : function(function) {}
  __device__ auto operator[](uint32_t i) const { return function(i); }
};

template <uint32_t Blocks, uint32_t Warps, uint32_t Chosen, uint32_t Chunks,
          uint32_t ChunkBytes>
__global__ void __launch_bounds__(Warps * 32, 1)
    combineRows(float4 *out, const char *rows, const int64_t *slots, uint32_t tokens,
                uint32_t maxTokens) {
  constexpr uint32_t PerLane = ChunkBytes / sizeof(float4) / 32;
  extern __shared__ __align__(1024) char buffer[];
  __shared__ uint64_t barriers[Warps * 2];
  const uint32_t warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  const uint32_t lane = threadIdx.x % 32;

  if (warp == 0 && electOne()) {
    for (uint32_t i = 0; i < Warps * 2; ++i)
      mbarInit(&barriers[i], 1);
    mbarFence();
  }
  __syncthreads();

  const auto loaded = Pattern([&](uint32_t i) {
    return reinterpret_cast<float4 *>(buffer + (warp + i * Warps) * ChunkBytes);
  });
  const auto stored = reinterpret_cast<float4 *>(buffer + (warp + 2 * Warps) * ChunkBytes);
  const auto arrived = Pattern([&](uint32_t i) { return &barriers[i + warp * 2]; });

  uint32_t phase = 0, stage = 0;
  for (uint32_t token = blockIdx.x * Warps + warp; token < tokens; token += Blocks * Warps) {
    const int slot = lane < Chosen ? int(__ldg(slots + token * Chosen + lane)) : -1;
    const uint32_t all = __ballot_sync(0xffffffff, slot >= 0);

    for (uint32_t chunk = 0; chunk < Chunks; ++chunk) {
      uint32_t mask = all;
      const auto loadNext = [&](uint32_t i) {
        if (mask) {
          const uint32_t index = __ffs(mask) - 1;
          mask ^= 1u << index;
          if (electOne()) {
            bulkLoad(loaded[i], // bug
                     rows + ((uint64_t(index) * maxTokens + token) * Chunks + chunk) * ChunkBytes,
                     ChunkBytes, arrived[i]);
            mbarExpect(arrived[i], ChunkBytes);
          }
          __syncwarp();
          return true;
        }
        return false;
      };

      bool more = loadNext(stage);
      float4 sum[PerLane] = {};
      while (more) { // BEFORE-silent@+1: distinct-indices, own-part
        more = loadNext(stage ^ 1); // bug
        mbarWait(arrived[stage], phase);
#pragma unroll
        for (uint32_t j = 0; j < PerLane; ++j) {
          const float4 value = loaded[stage][j * 32 + lane]; // bug
          sum[j].x += value.x, sum[j].y += value.y;
          sum[j].z += value.z, sum[j].w += value.w;
        }
#ifdef FIXED
        proxyFence();
        __syncwarp();
#endif
        phase ^= stage;
        stage ^= 1;
      }

#pragma unroll
      for (uint32_t j = 0; j < PerLane; ++j) {
        if (j == 0) {
          bulkWaitRead<0>();
          __syncwarp();
        }
        stored[j * 32 + lane] = sum[j];
      }
      proxyFence();
      __syncwarp();
      if (electOne()) {
        bulkStore(reinterpret_cast<char *>(out) + (uint64_t(token) * Chunks + chunk) * ChunkBytes,
                  stored, ChunkBytes);
        bulkCommit();
      }
      __syncwarp();
    }
  }
}

void combine(float4 *out, const char *rows, const int64_t *slots, uint32_t tokens,
             uint32_t maxTokens, cudaStream_t stream) {
  constexpr uint32_t Warps = 8, ChunkBytes = 2048;
  auto kernel = combineRows<132, Warps, 8, 4, ChunkBytes>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       3 * Warps * ChunkBytes);
  kernel<<<132, Warps * 32, 3 * Warps * ChunkBytes, stream>>>(out, rows, slots, tokens, maxTokens);
}
