// The second block of a pair copies scale factors into its shared memory and tells the
// first by an arrival at a barrier object there, which releases at the scope of the
// block: the first could read the factors before they were there.
//
// The kernel of the fix is written in Python and reads the factors by an instruction
// of the tensor cores; here a plain load of the peer's shared memory does.
//
// Fix: NVIDIA/cutlass#3647
// Class: cluster
// Check: cluster-exit, fence-scope
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "Inputs/clusters.cuh"
#include <cuda_runtime.h>

constexpr int Stages = 3, Factors = 128;

__device__ inline float loadFrom(uint32_t address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
  return value;
}
__device__ inline void arriveAt(uint32_t bar) {
#ifdef FIXED
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar)
               : "memory");
#else
  asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(bar) // bug
               : "memory");
#endif
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64)
    pairScales(const float *factors, float *out, int rounds) {
  __shared__ __align__(16) float scale[Stages][Factors];
  __shared__ uint64_t full[Stages], empty[Stages];
  const uint32_t rank = rankInCluster();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&full[i], 64);
      mbarInit(&empty[i], 1);
    }
    mbarFence();
  }
  clusterBarrier();

  if (warp == 0) {
    for (int round = 0; round < rounds; ++round) {
      const int stage = round % Stages, phase = round / Stages & 1;
      waitCluster(&empty[stage], phase ^ 1); // silent@+1: elected-index, elected-thread, no-alias
      copy16(&scale[stage][lane * 4], factors + (rank * rounds + round) * Factors + lane * 4); // bug
      commitCopies();
      waitCopies<0>();
      arriveAt(addressAt(&full[stage], 0)); // bug
      // BEFORE-warn@-1 cluster-exit: a barrier object of another block is arrived on to tell it of data, but the arrival is no release at cluster scope
    }
  } else if (rank == 0) {
    float sum = 0;
    for (int round = 0; round < rounds; ++round) {
      const int stage = round % Stages, phase = round / Stages & 1;
      waitCluster(&full[stage], phase);
      for (int from = 0; from < 2; ++from)
        for (int i = 0; i < 4; ++i)
          sum += loadFrom(addressAt(&scale[stage][i * 32 + lane], from));
      __syncwarp();
      if (lane == 0)
        for (int to = 0; to < 2; ++to)
          arriveWide(addressAt(&empty[stage], to));
    }
    out[blockIdx.x / 2 * 32 + lane] = sum; // silent: elected-thread
  }
  __syncwarp();
  clusterBarrier();
}

void scales(const float *factors, float *out, int rounds, int pairs, cudaStream_t stream) {
  pairScales<<<pairs * 2, 64, 0, stream>>>(factors, out, rounds);
}
