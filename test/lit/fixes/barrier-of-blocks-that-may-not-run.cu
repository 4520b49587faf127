// All blocks of a grid meet at a counter in memory, and the launch did not ask that all
// of them run at once. The fix makes it a cooperative one.
//
// After a one-line summary of the pull request; the kernel is a usual one of the kind.
//
// Fix: b12x#32
// Class: grid barriers
// Check: grid-sync-launch
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cuda_runtime.h>

struct GridState {
  unsigned arrived;
  unsigned generation;
};

__device__ inline unsigned loadAcquire(unsigned *at) {
  unsigned value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}

__device__ inline void gridBarrier(GridState *state, unsigned blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned generation = loadAcquire(&state->generation);
    __threadfence();
    if (atomicAdd(&state->arrived, 1) == blocks - 1) {
    // BEFORE-warn@-1 grid-sync-launch: the launch is not cooperative
      state->arrived = 0;
      __threadfence();
      atomicAdd(&state->generation, 1);
    } else {
      while (loadAcquire(&state->generation) == generation) // bug
        __nanosleep(20);
    }
    __threadfence();
  }
  __syncthreads();
}

template <int Threads>
__global__ void __launch_bounds__(Threads)
    routeAndMix(const float *tokens, float *routed, float *out, GridState *state, int count) {
  for (int i = blockIdx.x * Threads + threadIdx.x; i < count; i += gridDim.x * Threads)
    routed[i] = tokens[i] * 0.5f;
  gridBarrier(state, gridDim.x); // silent: elected-thread, no-alias
  for (int i = blockIdx.x * Threads + threadIdx.x; i < count; i += gridDim.x * Threads)
    out[i] = routed[i] + routed[count - 1 - i]; // silent: elected-thread
}

void mix(const float *tokens, float *routed, float *out, GridState *state, int count,
         int blocks, cudaStream_t stream) {
#ifdef FIXED
  void *args[] = {&tokens, &routed, &out, &state, &count};
  cudaLaunchCooperativeKernel((void *)routeAndMix<256>, dim3(blocks), dim3(256), args, 0, stream);
#else
  routeAndMix<256><<<blocks, 256, 0, stream>>>(tokens, routed, out, state, count); // bug
#endif
}
