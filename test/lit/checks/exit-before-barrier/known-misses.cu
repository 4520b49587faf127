// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
// XFAIL: *
//
// What docs/limitations.md says this check does not see. When one is mended, it
// moves to kinds.cu.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void ptxExit(float *out, int n) {
  if (threadIdx.x >= n)
    asm volatile("exit;");
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()'
  out[threadIdx.x] = 0;
}

// Whole blocks that leave are missing all the same.
__global__ void wholeBlocksLeaveTheGrid(float *out, int blocks) {
  if (blockIdx.x >= blocks)
    return;
  cg::this_grid().sync(); // warn exit-before-barrier: before 'cg::grid_group::sync()', which waits for every thread
  out[threadIdx.x] = 0;
}
