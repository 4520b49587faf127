// RUN: %verify %s --checks=-*,warplint-divergent-barrier
// XFAIL: *
//
// Correct kernels that are reported today (docs/limitations.md, "What it reports
// too much"). When one is mended, it moves to the test of its topic.
// no-findings

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The condition of the write keeps it away from the element that is read.
__global__ void otherElementsAreWritten(const int *in, int *out) {
  __shared__ int slots[128];
  slots[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int first = slots[0];
  if (threadIdx.x > 0)
    slots[threadIdx.x] = 5;
  if (first > 0)
    __syncthreads();
  out[threadIdx.x] = slots[threadIdx.x];
}

// Adding zero is how code reads atomically: nothing changes.
__global__ void atomicAddOfZero(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = in[0];
  __syncthreads();
  out[threadIdx.x] = atomicAdd(&count, 0);
  if (count > 64)
    __syncthreads();
}

// A cluster of one block is its block.
__global__ void __cluster_dims__(1, 1, 1) clusterOfOneBlock(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (blockIdx.x == 0)
    cluster.sync();
}
