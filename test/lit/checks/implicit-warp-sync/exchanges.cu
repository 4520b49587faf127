// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
//
// Lanes that hand values to each other through memory.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void neighbour(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[31 - threadIdx.x]; // warn implicit-warp-sync: {{'cells\[\d+\]' is read while another lane of the warp may still write it}}
  // note@-2: {{thread \(\d+,0,0\) writes}}
  // note@-2: {{thread \(\d+,0,0\) reads}}
  // note@-3: put '__syncwarp();' here
}
void launchNeighbour(const int *in, int *out) { neighbour<<<1, 32>>>(in, out); }

__global__ void neighbourAfterBarrier(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = cells[31 - threadIdx.x];
}
void launchAfter(const int *in, int *out) { neighbourAfterBarrier<<<1, 32>>>(in, out); }

__global__ void regionOfAWarp(const int *in, int *out) {
  __shared__ int cells[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  cells[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = cells[warp][lane ^ 1]; // warn implicit-warp-sync: {{'cells\[\d\]\[\d+\]' is read while another lane}}
}
void launchRegion(const int *in, int *out) { regionOfAWarp<<<1, 256>>>(in, out); }

__global__ void regionOfAWarpMended(const int *in, int *out, int n) {
  __shared__ int cells[8][32];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i) {
    cells[warp][lane] = in[i * 256 + threadIdx.x];
    __syncwarp();
    out[i * 256 + threadIdx.x] = cells[warp][lane ^ 1];
    __syncwarp();
  }
}
void launchRegionMended(const int *in, int *out, int n) { regionOfAWarpMended<<<1, 256>>>(in, out, n); }

__global__ void loopNotClosed(const int *in, int *out, int n) {
  __shared__ int cells[8][32];
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i) {
    cells[warp][lane] = in[i * 256 + threadIdx.x]; // warn implicit-warp-sync: is overwritten while another lane of the warp may still read it in the previous iteration
    __syncwarp();
    out[i * 256 + threadIdx.x] = cells[warp][lane ^ 1];
  } // note: put '__syncwarp();' here
}
void launchNotClosed(const int *in, int *out, int n) { loopNotClosed<<<1, 256>>>(in, out, n); }

__global__ void voteIsNoFence(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  unsigned odd = __ballot_sync(0xffffffff, in[threadIdx.x] & 1);
  out[threadIdx.x] = odd + cells[31 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane
}
void launchVote(const int *in, int *out) { voteIsNoFence<<<1, 32>>>(in, out); }

__global__ void shuffleIsNoFence(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  int first = __shfl_sync(0xffffffff, in[threadIdx.x], 0);
  out[threadIdx.x] = first + cells[31 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane
}
void launchShuffle(const int *in, int *out) { shuffleIsNoFence<<<1, 32>>>(in, out); }

__global__ void fenceIsNoBarrier(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __threadfence_block();
  out[threadIdx.x] = cells[31 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane
}
void launchFence(const int *in, int *out) { fenceIsNoBarrier<<<1, 32>>>(in, out); }

__global__ void blockBarrierIsEnough(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = cells[31 - threadIdx.x];
}
void launchBlock(const int *in, int *out) { blockBarrierIsEnough<<<1, 32>>>(in, out); }

__global__ void tileSync(const int *in, int *out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  __shared__ int cells[8][32];
  int row = tile.meta_group_rank(), own = tile.thread_rank();
  cells[row][own] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = cells[row][31 - own];
}
void launchTile(const int *in, int *out) { tileSync<<<1, 256>>>(in, out); }

__global__ void halfWarpTile(const int *in, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  __shared__ int cells[256];
  int base = threadIdx.x / 16 * 16;
  cells[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = cells[base + 15 - tile.thread_rank()];
}
void launchHalf(const int *in, int *out) { halfWarpTile<<<1, 256>>>(in, out); }

__global__ void firstLaneTellsAll(const int *in, int *out) {
  __shared__ int slots[8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0)
    slots[warp] = in[warp];
  out[threadIdx.x] = slots[warp]; // warn implicit-warp-sync: {{'slots\[\d\]' is read while another lane of the warp may still write it}}
}
void launchTells(const int *in, int *out) { firstLaneTellsAll<<<1, 256>>>(in, out); }

__global__ void firstLaneTellsAllMended(const int *in, int *out) {
  __shared__ int slots[8];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0)
    slots[warp] = in[warp];
  __syncwarp();
  out[threadIdx.x] = slots[warp];
}
void launchTellsMended(const int *in, int *out) { firstLaneTellsAllMended<<<1, 256>>>(in, out); }

__global__ void ownCell(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  cells[threadIdx.x] *= 2;
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchOwn(const int *in, int *out) { ownCell<<<1, 32>>>(in, out); }

__global__ void throughGlobalMemory(int *cells, int *out) {
  cells[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells[31 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane
}
void launchGlobal(int *cells, int *out) { throughGlobalMemory<<<1, 32>>>(cells, out); }
