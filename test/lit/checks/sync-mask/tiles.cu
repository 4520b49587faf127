// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Tiles of cooperative groups: the group is a mask of its own.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void tileOf32InHalfWarp(int *values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = values[threadIdx.x];
  if (warp.thread_rank() < 16)
    v += warp.shfl_down(v, 8); // warn sync-mask: 'cg::thread_block_tile::shfl_down()' waits for lane 16, which does not come here with lane 0
  // note@-2: this condition differs between threads of one warp
  values[threadIdx.x] = v;
}

__global__ void syncInHalfWarp(int *values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x % 32 < 16)
    warp.sync(); // warn sync-mask: waits for lane 16, which does not come here with lane 0
  values[threadIdx.x] = 0;
}

__global__ void tileOf16(int *values) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x % 32 < 24)
    values[threadIdx.x] = tile.any(values[threadIdx.x]); // warn sync-mask: waits for lane 24, which does not come here with lane 16
}

__global__ void tileOf8(int *values) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (tile.thread_rank() == 0)
    values[threadIdx.x] = tile.shfl(values[threadIdx.x], 0); // warn sync-mask: waits for lane 1, which does not come here with lane 0
  values[threadIdx.x + 256] = 0;
}

__global__ void tileOf4(int *values) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  if (threadIdx.x & 1)
    values[threadIdx.x] = tile.shfl_xor(values[threadIdx.x], 2); // warn sync-mask: waits for lane 0, which does not come here with lane 1
  values[threadIdx.x + 256] = 0;
}

__global__ void tileOfTile(int *values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto tile = cg::tiled_partition<8>(warp);
  if (warp.thread_rank() < 12)
    values[threadIdx.x] = tile.ballot(values[threadIdx.x] > 0); // warn sync-mask: waits for lane 12, which does not come here with lane 8
}

__global__ void reduceInABoundsCheck(const int *in, int *out, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = cg::reduce(warp, in[i], cg::plus<int>()); // warn sync-mask: 'cg::reduce()' waits for lane
}

__global__ void scanOfData(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = in[threadIdx.x];
  if (v > 0)
    out[threadIdx.x] = cg::inclusive_scan(warp, v); // warn sync-mask: 'cg::inclusive_scan()' waits for lanes that may not come here
}

__global__ void syncOfDataInWarp(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (in[threadIdx.x] > 0)
    cg::sync(warp); // warn sync-mask: 'cg::sync()' waits for lanes that may not come here
  out[threadIdx.x] = 0;
}

template <typename Group> __device__ int sumOf(Group group, int v) {
  for (int d = group.size() / 2; d > 0; d /= 2)
    v += group.shfl_down(v, d);
  return v;
}

__global__ void calleeInHalfWarp(int *values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.thread_rank() < 16)
    values[threadIdx.x] = sumOf(warp, values[threadIdx.x]); // warn sync-mask: in 'sumOf' gives lane 0 the value of lane 16, which does not come here
}

__global__ void laneLoop(const int *in, int *out, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int i = warp.thread_rank(); i < n; i += warp.size()) {
    out[i] = in[i];
    warp.sync(); // warn sync-mask: waits for lane
  }
  out[threadIdx.x + 256] = 0;
}

// --- Silent -------------------------------------------------------------------

__global__ void wholeTiles(int *values) {
  auto block = cg::this_thread_block();
  auto t32 = cg::tiled_partition<32>(block);
  auto t16 = cg::tiled_partition<16>(block);
  auto t8 = cg::tiled_partition<8>(block);
  auto t4 = cg::tiled_partition<4>(block);
  int v = values[threadIdx.x];
  v = sumOf(t32, v) + sumOf(t16, v) + sumOf(t8, v) + sumOf(t4, v);
  v += cg::reduce(t32, v, cg::plus<int>()) + cg::reduce(t4, v, cg::greater<int>());
  v += cg::exclusive_scan(t16, v);
  t32.sync();
  cg::sync(t8);
  values[threadIdx.x] = v;
}

// The branch divides the warp, and no tile.
__global__ void betweenTiles(int *values) {
  auto block = cg::this_thread_block();
  auto t16 = cg::tiled_partition<16>(block);
  auto t8 = cg::tiled_partition<8>(block);
  auto t4 = cg::tiled_partition<4>(block);
  int v = values[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v += t16.shfl_xor(v, 8);
  if (threadIdx.x % 32 < 24)
    v += t8.shfl_xor(v, 4);
  if ((threadIdx.x & 4) == 0)
    v += t4.shfl_xor(v, 2);
  if (t4.meta_group_rank() == 0)
    v += t4.shfl(v, 0);
  if (t8.meta_group_rank() < 3)
    t8.sync();
  values[threadIdx.x] = v;
}

// Each tile has a row of its own: its lanes agree.
__global__ void rowOfEachTile(const int *offsets, const float *cells, float *out,
                              int rows) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (row < rows) {
    float sum = 0;
    for (int i = offsets[row] + tile.thread_rank(); i < offsets[row + 1]; i += 8)
      sum += cells[i];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
      out[row] = sum;
  }
}

__global__ void dataOfTheTile(const int *keys, int *out) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  int key = keys[threadIdx.x / 4];
  while (key > 0) {
    if (tile.any(out[key * 4 + tile.thread_rank()] == key))
      break;
    key = keys[key];
  }
  out[threadIdx.x] = key;
}

__global__ void probesUntilTheTileHasFound(const int *table, int *out, int n) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int wanted = out[(blockIdx.x * blockDim.x + threadIdx.x) / 16];
  for (int at = tile.thread_rank(); ; at += 16) {
    unsigned hit = tile.ballot(table[at] == wanted);
    if (hit) {
      if (tile.thread_rank() == __ffs(hit) - 1)
        out[n + wanted] = at;
      break;
    }
  }
}

__global__ void warpUniform(int *values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int v = values[threadIdx.x];
  if (warp.meta_group_rank() == 0)
    v = warp.shfl_xor(v, 1);
  if (warp.any(v > 3))
    warp.sync();
  if (threadIdx.x < 32)
    v = cg::reduce(warp, v, cg::plus<int>());
  values[threadIdx.x] = v;
}

__global__ void leader(int *tail, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int base = 0;
  if (warp.thread_rank() == 0)
    base = atomicAdd(tail, warp.num_threads());
  base = warp.shfl(base, 0);
  out[base + warp.thread_rank()] = 1;
}

__global__ void paddedLoop(const int *in, int *out, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int base = 0; base < n; base += 32) {
    int i = base + warp.thread_rank();
    int v = i < n ? in[i] : 0;
    v = cg::reduce(warp, v, cg::plus<int>());
    if (warp.thread_rank() == 0)
      out[base / 32] = v;
  }
}

// Groups made where the lanes are.
__global__ void groupsOfThoseWhoCame(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    auto active = cg::coalesced_threads();
    active.sync();
    auto tile = cg::tiled_partition(active, 4);
    out[threadIdx.x] = tile.shfl(in[threadIdx.x], 0);
    auto same = cg::labeled_partition(active, in[threadIdx.x]);
    out[threadIdx.x] += cg::reduce(same, 1, cg::plus<int>());
    auto halves = cg::binary_partition(active, in[threadIdx.x] > 9);
    halves.sync();
  }
}

__global__ void exitedLanes(int *values, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  values[i] = warp.shfl(values[i], 0);
}
