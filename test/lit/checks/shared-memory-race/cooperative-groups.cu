// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Barriers of cooperative groups and of libcu++, large enough or too small.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void blockSync(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int cells[256];
  cells[block.thread_rank()] = in[block.thread_rank()];
  block.sync();
  out[block.thread_rank()] = cells[255 - block.thread_rank()];
}
void launchBlock(const int *in, int *out) { blockSync<<<1, 256>>>(in, out); }

__global__ void freeSync(const int *in, int *out) {
  auto block = cg::this_thread_block();
  __shared__ int cells[256];
  cells[block.thread_rank()] = in[block.thread_rank()];
  cg::sync(block);
  out[block.thread_rank()] = cells[255 - block.thread_rank()];
}
void launchFree(const int *in, int *out) { freeSync<<<1, 256>>>(in, out); }

__global__ void syncForgotten(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int cells[256];
  cells[block.thread_rank()] = in[block.thread_rank()];
  out[block.thread_rank()] = cells[255 - block.thread_rank()]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchForgotten(const int *in, int *out) { syncForgotten<<<1, 256>>>(in, out); }

__global__ void tileSyncIsTooSmall(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchSmall(const int *in, int *out) { tileSyncIsTooSmall<<<1, 256>>>(in, out); }

__global__ void tileSyncForATile(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ int cells[8][32];
  int row = tile.meta_group_rank(), own = tile.thread_rank();
  cells[row][own] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = cells[row][31 - own];
}
void launchTile(const int *in, int *out) { tileSyncForATile<<<1, 256>>>(in, out); }

__global__ void gridSync(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  cg::this_grid().sync();
  out[threadIdx.x] = cells[255 - threadIdx.x];
}

__global__ void clusterSync(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  cg::this_cluster().sync();
  out[threadIdx.x] = cells[255 - threadIdx.x];
}

__global__ void arriveAndWait(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int cells[256];
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  cells[threadIdx.x] = in[threadIdx.x];
  all.arrive_and_wait();
  int other = cells[255 - threadIdx.x];
  all.arrive_and_wait();
  cells[threadIdx.x] = other;
  all.arrive_and_wait();
  out[threadIdx.x] = cells[0];
}
void launchArrive(const int *in, int *out) { arriveAndWait<<<1, 256>>>(in, out); }

__global__ void warpSumsThroughTiles(const float *in, float *out) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ float sums[8];
  float sum = cg::reduce(tile, in[threadIdx.x], cg::plus<float>());
  if (tile.thread_rank() == 0)
    sums[tile.meta_group_rank()] = sum;
  block.sync();
  if (tile.meta_group_rank() == 0 && tile.thread_rank() < 8)
    out[tile.thread_rank()] = sums[tile.thread_rank()];
}
void launchTiles(const float *in, float *out) { warpSumsThroughTiles<<<1, 256>>>(in, out); }
