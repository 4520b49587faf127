// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// All threads of a group take part where it is split by what they bring.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void someOf(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x];
  if (v > 0) {
    auto side = cg::binary_partition(warp, v > 10); // warn sync-mask: {{}}
    if (side.thread_rank() == 0)
      out[threadIdx.x] = side.size();
  }
}

__global__ void byLabel(const int *in, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x % 2) {
    cg::coalesced_group alike = cg::labeled_partition(tile, in[threadIdx.x]); // warn sync-mask: {{}}
    out[threadIdx.x] = alike.size();
  }
}

__global__ void allOf(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x];
  auto side = cg::binary_partition(warp, v > 10);
  if (side.thread_rank() == 0)
    out[threadIdx.x] = side.size();
}

// Those that have come are the group.
__global__ void ofCoalesced(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (v > 0) {
    auto side = cg::binary_partition(cg::coalesced_threads(), v > 10);
    if (side.thread_rank() == 0)
      out[threadIdx.x] = side.size();
  }
}

__global__ void wholeWarps(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x >= 64) {
    auto alike = cg::labeled_partition(warp, in[threadIdx.x]);
    out[threadIdx.x] = alike.size();
  }
}

void launch(const int *i, int *o) {
  someOf<<<4, 128>>>(i, o);
  byLabel<<<4, 128>>>(i, o);
  allOf<<<4, 128>>>(i, o);
  ofCoalesced<<<4, 128>>>(i, o);
  wholeWarps<<<4, 128>>>(i, o);
}
