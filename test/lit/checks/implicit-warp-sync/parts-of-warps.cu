// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-shared-memory-race
//
// A barrier of half a warp, or of a tile, orders the lanes of that half and no
// others of the warp.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void halvesCross(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x, half = t / 16 % 2;
  s[t] = in[t];
  __syncwarp(0xffffu << 16 * half);
  out[t] = s[t ^ 31]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchHalvesCross(const float *in, float *out) { halvesCross<<<1, 64>>>(in, out); }

__global__ void halvesStay(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x, half = t / 16 % 2;
  s[t] = in[t];
  __syncwarp(0xffffu << 16 * half);
  out[t] = s[t ^ 15];
}
void launchHalvesStay(const float *in, float *out) { halvesStay<<<1, 64>>>(in, out); }

__global__ void tilesCross(const int *in, int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = t % 32 < 24 ? s[t + 8] : 0; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchTilesCross(const int *in, int *out) { tilesCross<<<1, 128>>>(in, out); }

__global__ void tilesStay(const int *in, int *out) {
  __shared__ int s[128];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = in[t];
  tile.sync();
  out[t] = s[t - tile.thread_rank() + 7 - tile.thread_rank()];
}
void launchTilesStay(const int *in, int *out) { tilesStay<<<1, 128>>>(in, out); }

// Trees of a tile, and one more step across tiles.
template <int Lanes>
__device__ float sumOfTile(volatile float *part, int t) {
  for (int by = Lanes / 2; by > 0; by /= 2) {
    float other = part[(t & ~(Lanes - 1)) | ((t + by) & (Lanes - 1))];
    cg::sync(cg::tiled_partition<Lanes>(cg::this_thread_block()));
    part[t] = part[t] + other;
    cg::sync(cg::tiled_partition<Lanes>(cg::this_thread_block()));
  }
  return part[t];
}

__global__ void sumsOfTiles(const float *in, float *out) {
  __shared__ float part[64];
  int t = threadIdx.x;
  part[t] = in[t];
  cg::tiled_partition<16>(cg::this_thread_block()).sync();
  out[t] = sumOfTile<16>(part, t);
}
void launchSumsOfTiles(const float *in, float *out) { sumsOfTiles<<<1, 64>>>(in, out); }

// A barrier of the whole warp between.
__global__ void wholeWarpBetween(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
  int other = s[t ^ 1];
  __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
  s[t] = other;
  __syncwarp();
  out[t] = s[t ^ 16];
}
void launchWholeWarpBetween(const int *in, int *out) { wholeWarpBetween<<<1, 32>>>(in, out); }
