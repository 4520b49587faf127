// Wrappers of PTX for clusters as projects write them by hand.

#pragma once
#include "../../checks/Inputs/mbarrier.cuh"

__device__ inline uint32_t rankInCluster() {
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ inline uint32_t addressAt(const void *p, uint32_t rank) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(there)
               : "r"(toShared(p)), "r"(rank));
  return there;
}

__device__ inline void clusterArrive() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ inline void clusterWait() {
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ inline void clusterBarrier() {
  clusterArrive();
  clusterWait();
}

__device__ inline void arriveWide(uint32_t bar) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(bar)
               : "memory");
}
__device__ inline void waitCluster(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n"
               ".reg .pred p;\n"
               "WAIT:\n"
               "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n"
               "@p bra DONE;\n"
               "bra WAIT;\n"
               "DONE:\n"
               "}" ::"r"(toShared(bar)),
               "r"(parity)
               : "memory");
}
