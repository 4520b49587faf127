// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Of a warp only the first 12 lanes are one of CUB's warps of 12: its mask names no
// others, and a lane that its own mask does not name has no defined behaviour (PTX ISA,
// bar.warp.sync).

#include <cub/warp/warp_reduce.cuh>

using Odd = cub::WarpReduce<int, 12>;

__global__ void firstLanes(const int *in, int *out) {
  __shared__ Odd::TempStorage odd[8];
  if (threadIdx.x % 32 < 12)
    out[threadIdx.x] = Odd(odd[threadIdx.x / 32]).Sum(in[threadIdx.x], 5);
}

__global__ void allLanes(const int *in, int *out) {
  __shared__ Odd::TempStorage odd[22];
  out[threadIdx.x] = Odd(odd[threadIdx.x / 12]).Sum(in[threadIdx.x], 5); // warn sync-mask: is executed by lane 12, which its mask does not name
}

void run(const int *in, int *out) {
  firstLanes<<<1, 256>>>(in, out);
  allLanes<<<1, 256>>>(in, out);
}
