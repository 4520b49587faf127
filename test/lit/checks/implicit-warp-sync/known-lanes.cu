// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
//
// Votes over where threads stand end a loop in a known iteration, and shuffles
// of what follows from the lane give a known value.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr unsigned full = 0xffffffffu;

// A vote at the end of each iteration.
__global__ void doWhile(const int *src, int *dst) {
  __shared__ int row[48];
  int lane = threadIdx.x, c = lane;
  do {
    if (c < 48)
      row[c] = src[c];
    c += 32;
  } while (__any_sync(full, c < 48));
  dst[lane] = row[47 - lane]; // warn implicit-warp-sync: {{'row\[.*\]' is read while another lane of the warp may still write it}}
}

__global__ void doWhileSynced(const int *src, int *dst) {
  __shared__ int row[48];
  int lane = threadIdx.x, c = lane;
  do {
    if (c < 48)
      row[c] = src[c];
    c += 32;
  } while (__any_sync(full, c < 48));
  __syncwarp();
  dst[lane] = row[47 - lane];
}

// Until all are done; the warp size as a variable.
__global__ void untilAll(const float *src, float *dst) {
  __shared__ float cells[96];
  unsigned at = threadIdx.x;
  while (!__all_sync(full, at >= 96)) {
    if (at < 96)
      cells[at] = src[at];
    at += warpSize;
  }
  dst[threadIdx.x] = cells[95 - threadIdx.x]; // warn implicit-warp-sync: {{'cells\[.*\]'}}
}

// Each lane reads what it has written.
__global__ void ownCells(const float *src, float *dst) {
  __shared__ float cells[96];
  unsigned at = threadIdx.x;
  while (!__all_sync(full, at >= 96)) {
    if (at < 96)
      cells[at] = src[at];
    at += warpSize;
  }
  dst[threadIdx.x] = cells[threadIdx.x + 64];
}

// A neighbour's number.
__global__ void neighbour(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  int next = __shfl_down_sync(full, lane, 1);
  out[lane] = s[next]; // warn implicit-warp-sync: {{'s\[.*\]'}}
}

__global__ void ownNumber(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = out[lane];
  int there = __shfl_xor_sync(full, lane, 5);
  int back = __shfl_xor_sync(full, there, 5);
  out[lane] = s[back];
}

// Rotated by an index, in a tile.
__global__ void rotated(int *out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int lane = tile.thread_rank();
  s[lane] = out[lane];
  int next = tile.shfl(lane, (lane + 1) % 32);
  out[lane] = s[next]; // warn implicit-warp-sync: {{'s\[.*\]'}}
}

// Only lane 0 counts on.
__global__ void firstOnly(int *out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  int from = __shfl_up_sync(full, lane, 1);
  if (lane == 0)
    s[from] = 1;
  __syncwarp();
  out[lane] = s[0];
}

void launch(const int *i, int *o, const float *f, float *g) {
  doWhile<<<1, 32>>>(i, o);
  doWhileSynced<<<1, 32>>>(i, o);
  untilAll<<<1, 32>>>(f, g);
  ownCells<<<1, 32>>>(f, g);
  neighbour<<<1, 32>>>(o);
  ownNumber<<<1, 32>>>(o);
  rotated<<<1, 32>>>(o);
  firstOnly<<<1, 32>>>(o);
}
