// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
// XFAIL: *
//
// Races that this check does not see. When one is mended, it moves to the test
// of its theme.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void tileOfSixteenForThirtyTwo(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = cells[threadIdx.x ^ 16]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchSixteen(const int *in, int *out) { tileOfSixteenForThirtyTwo<<<1, 256>>>(in, out); }
