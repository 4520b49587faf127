// The two blocks of a cluster meet at the start of the kernel only. Up to its end they
// arrive at barrier objects of each other: the second tells the first when it has taken
// the last result, and the first waits for nothing any more and may be gone.
//
// The kernel of the fix is written in Python; its roles and barriers are kept.
//
// Fix: sgl-project/sglang#32954
// Class: cluster
// Check: cluster-exit
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "Inputs/clusters.cuh"
#include <cuda_runtime.h>

constexpr int Stages = 4, TileFloats = 64 * 32;

__device__ inline void clusterArriveRelaxed() {
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}
__device__ inline void arriveAt(uint64_t *bar, uint32_t rank) {
  asm volatile("{\n"
               ".reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n"
               "}" ::"r"(toShared(bar)),
               "r"(rank)
               : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(192, 1)
    pairProduct(const float *a, const float *b, float *out, int tiles, int rounds) {
  extern __shared__ __align__(128) float staged[];
  __shared__ uint64_t full[Stages], empty[Stages], resultFull, resultEmpty;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const uint32_t rank = rankInCluster();
  const bool leader = rank == 0;

  if (threadIdx.x == 0) {
    for (int i = 0; i < Stages; ++i) {
      mbarInit(&full[i], 2);
      mbarInit(&empty[i], 1);
    }
    mbarInit(&resultFull, 1);
    mbarInit(&resultEmpty, 2 * 4);
    mbarFence();
  }
  clusterArriveRelaxed();
  clusterWait();

  int count = 0;
  if (warp == 0) {
    if (lane == 0)
      for (int tile = 0; tile < tiles; ++tile)
        for (int round = 0; round < rounds; ++round, ++count) {
          const int stage = count % Stages, phase = count / Stages & 1;
          waitCluster(&empty[stage], phase ^ 1);
          for (int i = 0; i < 4; ++i)
            staged[stage * TileFloats + i] = (leader ? a : b)[(tile * rounds + round) * 4 + i]; // silent: elected-thread, no-alias
          arriveAt(&full[stage], 0); // bug
        }
  } else if (warp == 1) {
    if (leader && lane == 0)
      for (int tile = 0; tile < tiles; ++tile) {
        waitCluster(&resultEmpty, tile & 1 ^ 1);
        for (int round = 0; round < rounds; ++round, ++count) {
          const int stage = count % Stages, phase = count / Stages & 1;
          waitCluster(&full[stage], phase);
          for (uint32_t to = 0; to < 2; ++to)
            arriveAt(&empty[stage], to); // bug
        }
        for (uint32_t to = 0; to < 2; ++to)
          arriveAt(&resultFull, to); // bug
      }
  } else {
    const int thread = threadIdx.x - 64;
    for (int tile = 0; tile < tiles; ++tile) {
      waitCluster(&resultFull, tile & 1);
      out[(blockIdx.x * tiles + tile) * 128 + thread] = thread;
      __syncwarp();
      if (lane == 0)
        arriveAt(&resultEmpty, 0); // bug
        // BEFORE-warn@-1 cluster-exit: 'mbarrier.arrive' in 'arriveAt' comes to the shared memory of another block, which may have left the kernel
    }
  }
#ifdef FIXED
  __syncwarp();
  clusterArrive();
  clusterWait();
#endif
}

void product(const float *a, const float *b, float *out, int tiles, int rounds, int pairs,
             cudaStream_t stream) {
  const int shared = Stages * TileFloats * 4;
  cudaFuncSetAttribute(pairProduct, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  pairProduct<<<pairs * 2, 192, shared, stream>>>(a, b, out, tiles, rounds);
}
