// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-sync-mask
//
// What a call of the library writes by reference is not known behind it; what lanes
// only hand on by reference stays.

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;

// Whether the source was in the segment.
__global__ void found(const unsigned *in, unsigned *out) {
  bool found = false;
  unsigned v = cuda::ptx::shfl_sync_up(in[threadIdx.x], found, 1, 0, ~0u);
  if (found)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
  out[threadIdx.x] = v;
}

__global__ void handedOn(const float *in, float *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int rounds = 4;
  float v = warp.shfl(in[threadIdx.x], 0);
  int all = warp.shfl_down(rounds, 1);
  for (int i = 0; i < rounds; ++i)
    __syncthreads();
  out[threadIdx.x] = v + all;
}
