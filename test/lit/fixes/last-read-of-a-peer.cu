// The first block of a cluster makes an atomic update and keeps the old value in its
// shared memory, from where the others read it. A barrier of the cluster stood before
// the reads and none behind them: the first block could be gone.
//
// The fix is in a compiler; the kernel is what it made of a scalar atomic.
//
// Fix: triton-lang/triton#11731
// Class: cluster
// Check: cluster-exit
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include "Inputs/clusters.cuh"
#include <cuda_runtime.h>

__device__ inline int loadFrom(uint32_t address) {
  int value;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
  return value;
}

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128)
    compareAndSwap(int *at, int *old, int expected, int wanted) {
  __shared__ int slot[1];
  const uint32_t rank = rankInCluster();
  if (rank == 0 && threadIdx.x == 0)
    slot[0] = atomicCAS(&at[blockIdx.x / 2], expected, wanted);
  clusterBarrier();
  const int value = loadFrom(addressAt(slot, 0)); // bug
  // BEFORE-warn@-1 cluster-exit: another block's shared memory is read, and that block may have left the kernel
  old[blockIdx.x * 128 + threadIdx.x] = value;
#ifdef FIXED
  clusterBarrier();
#endif
}

void swapAll(int *at, int *old, int expected, int wanted, int count, cudaStream_t stream) {
  compareAndSwap<<<count * 2, 128, 0, stream>>>(at, old, expected, wanted);
}
