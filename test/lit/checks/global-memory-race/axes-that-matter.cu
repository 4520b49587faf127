// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A kernel whose launch is not shown has as many axes as it does something with:
// not each that a helper reads which gives one of three.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void alongOneAxis(int *out, const int *in, int rounds) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  for (int r = 0; r < rounds; ++r) {
    long at = block.group_index().x * block.size() + grid.size() * r;
    out[at + threadIdx.x] = in[at + threadIdx.x];
  }
}

__global__ void alongTwoAxes(int *out, const int *in) {
  auto block = cg::this_thread_block();
  out[block.group_index().x * block.size() + threadIdx.x] = in[block.group_index().y]; // warn global-memory-race: 'out[0]' is written by several threads at once
}

// --- How many threads there are along an axis on which none is told apart -------

__global__ void countsAllThreads(int *out, int n) {
  int tid = threadIdx.x, all = blockDim.x * blockDim.y * blockDim.z;
  for (int i = blockIdx.x * all + tid; i < n; i += all * gridDim.x)
    out[i] = out[i] * 2 + 1;
}

__global__ void forgetsItsRow(int *out, int n) {
  int tid = threadIdx.x, all = blockDim.x * blockDim.y;
  for (int i = blockIdx.x * all + tid; i < n; i += all * gridDim.x)
    out[i] = threadIdx.y; // warn global-memory-race: is written by several threads at once
}
