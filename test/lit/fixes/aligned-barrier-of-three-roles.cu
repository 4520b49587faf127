// Three roles of a block meet at one numbered barrier, each by a `bar.sync` of its own.
// That form promises that all threads execute the same instruction; the fix takes
// `barrier.sync`, which does not.
//
// The kernels of the fix are written in Python; after the pull request's description.
//
// Fix: mlc-ai/TIRx-kernels#21
// Class: named barriers
// Check: named-barrier
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// Missed: only with --certainty=model: no hardware is known to mind, and much of CUTLASS does so.
// BEFORE-no-findings
// FIXED-no-findings

#include <cuda_runtime.h>

constexpr int ComputeThreads = 256, ReduceThreads = 128, ProductThreads = 32;
constexpr int Threads = ComputeThreads + ReduceThreads + ProductThreads;

__device__ inline void meet(int number, int threads) {
#ifdef FIXED
  asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
#else
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); // bug
#endif
}
__device__ inline void meetOne(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
__device__ inline void arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__global__ void __launch_bounds__(Threads, 1)
    backward(const float *scores, const float *gradients, float *out, int blocks) {
  __shared__ float base[1];
  __shared__ float products[ComputeThreads];
  const int warp = threadIdx.x / 32;

  if (warp >= 12) {
    if (threadIdx.x == Threads - ProductThreads)
      base[0] = scores[blockIdx.x]; // silent: no-alias
    __syncwarp();
    meet(5, Threads); // bug
  } else if (warp < 8) {
    meet(5, Threads); // bug
    for (int i = 0; i < blocks; ++i) {
      products[threadIdx.x] = base[0] * gradients[(blockIdx.x * blocks + i) * ComputeThreads + threadIdx.x]; // silent: no-alias
      arrive(6, ComputeThreads + ReduceThreads);
      meetOne(7, ComputeThreads + ReduceThreads);
    }
  } else {
    meet(5, Threads); // bug
    const int thread = threadIdx.x - ComputeThreads;
    for (int i = 0; i < blocks; ++i) {
      meetOne(6, ComputeThreads + ReduceThreads);
      const float sum = products[thread] + products[thread + ReduceThreads];
      out[(blockIdx.x * blocks + i) * ReduceThreads + thread] = sum;
      arrive(7, ComputeThreads + ReduceThreads);
    }
  }
}

void launchBackward(const float *scores, const float *gradients, float *out, int blocks,
                    int heads, cudaStream_t stream) {
  backward<<<heads, Threads, 0, stream>>>(scores, gradients, out, blocks);
}
