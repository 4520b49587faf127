// Groups of blocks that work on one row and meet at a counter in memory.

#pragma once
#include <cstdint>

__device__ __forceinline__ int loadAcquire(int *at) {
  int value = 0;
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
__device__ __forceinline__ void addRelease(int *at, int value) {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

struct RowState {
  uint32_t histogram[3][256];
  int arrived;
};

__device__ __forceinline__ void waitAtLeast(int *at, int goal, uint32_t thread) {
  if (thread == 0) {
#pragma unroll 1
    while (loadAcquire(at) < goal) {
    }
  }
  __syncthreads();
}
