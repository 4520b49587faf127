// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Cooperative groups: block, tiles, coalesced groups, grid, cluster.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// --- Block --------------------------------------------------------------------

__global__ void blockSyncByRank(int *total) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < 32) {
    block.sync(); // warn divergent-barrier: reached by only some threads of the block
    // note@-2: this condition differs between threads of one block
    // note@-3: 'cg::thread_block::thread_rank()' is read here
    total[0] = 1;
  }
}

__global__ void freeSyncFunction(int *total) {
  auto block = cg::this_thread_block();
  cg::sync(block);
  if (threadIdx.x == 0)
    cg::sync(block); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void temporaryGroup(int *total) {
  if (total[threadIdx.x])
    cg::this_thread_block().sync(); // warn divergent-barrier: reached by only some threads
  cg::this_thread_block().sync();
}

__device__ void groupHelper(const cg::thread_block &group) { group.sync(); }

__global__ void groupPassedOn(int *total) {
  cg::thread_block block = cg::this_thread_block();
  groupHelper(block);
  for (int i = block.thread_rank(); i < 100; i += block.size())
    groupHelper(block); // warn divergent-barrier: in 'groupHelper' is reached by only some threads
  // note@-2: this loop runs a different number of times
}

__global__ void splitBlockBarrier(int *total, int n) {
  cg::thread_block block = cg::this_thread_block();
  auto token = block.barrier_arrive();
  total[threadIdx.x] = 1;
  block.barrier_wait(std::move(token));
  if (threadIdx.x < n) {
    auto other = block.barrier_arrive(); // warn divergent-barrier: reached by only some threads
    block.barrier_wait(std::move(other));
  }
}

__global__ void blockUniformGroupQueries(int *total, int n) {
  cg::thread_block block = cg::this_thread_block();
  if (block.group_index().x == 0)
    block.sync();
  if (block.size() > 32 && block.num_threads() < 1024)
    block.sync();
  if (block.group_dim().x > 3)
    block.sync();
  for (int i = 0; i < n; i += block.size())
    block.sync();
  total[block.thread_rank()] = 1;
}

// --- Tiles and coalesced groups -----------------------------------------------

__global__ void warpTiles(int *total) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  if (warp.meta_group_rank() == 0)
    warp.sync();
  if (threadIdx.x / 32 == 1) {
    int sum = cg::reduce(warp, 1, cg::plus<int>());
    cg::sync(warp);
    total[threadIdx.x] = sum;
  }
  if (warp.any(total[threadIdx.x] > 3))
    warp.sync();
  if (warp.meta_group_rank() == 0)
    block.sync(); // warn divergent-barrier: reached by only some threads of the block
  // note@-2: 'cg::thread_block_tile::meta_group_rank()' is read here
}

__global__ void smallTiles(int *total) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  if (tile.meta_group_rank() % 2 == 0)
    tile.sync();
  if (tile.thread_rank() == 0)
    cg::this_thread_block().sync(); // warn divergent-barrier: reached by only some threads
}

__global__ void coalescedGroup(const int *in, int *out) {
  if (in[threadIdx.x] > 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    active.sync();
    out[threadIdx.x] = active.size();
    if (active.thread_rank() == 0)
      out[0] = 1;
    active.sync();
    cg::coalesced_threads().sync();
  }
  for (int i = threadIdx.x; i < 100; i += 32)
    cg::coalesced_threads().sync();
}

__global__ void groupPartition(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto half = cg::binary_partition(warp, in[threadIdx.x] > 0);
  if (half.size() > 3)
    half.sync();
  out[threadIdx.x] = half.thread_rank();
}

template <typename Group> __device__ void meet(Group group) { group.sync(); }

__global__ void templateOverGroup(int *out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  if (warp.meta_group_rank() == 1)
    meet(warp);
  meet(block);
  if (warp.meta_group_rank() == 1)
    meet(block); // warn divergent-barrier: in 'meet' is reached by only some threads of the block
}

// --- Grid ---------------------------------------------------------------------

__global__ void gridSyncByBlock(int *out) {
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  if (blockIdx.x == 0)
    grid.sync(); // warn divergent-barrier: reached by only some threads of the grid
  // note@-2: this condition differs between threads of one grid
  // note@-3: 'blockIdx.x' is read here
  out[threadIdx.x] = 0;
}

__global__ void gridSyncByThread(int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size())
    grid.sync(); // warn divergent-barrier: reached by only some threads of the grid
}

__global__ void gridSyncDependsOnBlocksData(const int *limits) {
  cg::grid_group grid = cg::this_grid();
  int rounds = limits[blockIdx.x];
  for (int i = 0; i < rounds; ++i)
    cg::sync(grid); // warn divergent-barrier: reached by only some threads of the grid
  // note@-2: this loop runs a different number of times in threads of one grid
}

__global__ void gridSyncOnSharedFlag(const int *in) {
  __shared__ int again;
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0)
    again = in[blockIdx.x];
  __syncthreads();
  if (again)
    grid.sync(); // warn divergent-barrier: reached by only some threads of the grid
}

__global__ void gridUniform(int *out, int n, const int *limit) {
  cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < n; ++i)
    grid.sync();
  if (gridDim.x > 4)
    grid.sync();
  if (grid.size() > 1000)
    grid.sync();
  if (limit[0] > 4)
    grid.sync();
  auto token = grid.barrier_arrive();
  if (threadIdx.x == 0)
    out[blockIdx.x] = 0;
  grid.barrier_wait(std::move(token));
}

// Jacobi: iterations separated by the grid's barrier.
__global__ void jacobi(float *a, float *b, int n, int sweeps) {
  cg::grid_group grid = cg::this_grid();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = 1 + grid.thread_rank(); i < n - 1; i += grid.size())
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    grid.sync();
    float *t = a;
    a = b;
    b = t;
  }
}

// --- Cluster ------------------------------------------------------------------

__global__ void __cluster_dims__(2, 1, 1) clusterByBlock(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (cluster.block_rank() == 0)
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
  // note@-2: this condition differs between threads of one cluster
  if (blockIdx.x % 2 == 0)
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
  if (threadIdx.x == 0)
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
}

__global__ void __cluster_dims__(2, 1, 1) clusterSplit(int *out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  out[threadIdx.x] = 0;
  cluster.barrier_wait();
  if (out[threadIdx.x] < n)
    cluster.barrier_arrive(); // warn divergent-barrier: reached by only some threads of the cluster
  cluster.barrier_wait();
}

__global__ void __cluster_dims__(4, 1, 1) clusterUniform(int *out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  if (n > 3)
    cluster.sync();
  if (cluster.num_blocks() > 1)
    cluster.sync();
  if (cluster.block_rank() == 0)
    __syncthreads();
  for (int peer = 0; peer < cluster.num_blocks(); ++peer)
    cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    out[0] = 1;
  cluster.sync();
}

// The barrier of the cluster counts arrivals wherever they come from.
__global__ void __cluster_dims__(2, 1, 1) clusterByRoles(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) {
    out[threadIdx.x] = 0;
    cluster.sync();
  } else {
    cluster.barrier_arrive();
    cluster.barrier_wait();
    out[threadIdx.x + 1024] = 0;
  }
}

__global__ void __cluster_dims__(2, 1, 1) clusterByUnequalRoles(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0) {
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
    cluster.sync();
  } else {
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
  }
}

__global__ void __cluster_dims__(2, 1, 1) clusterByLanes(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x % 2)
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
  else
    cluster.sync(); // warn divergent-barrier: reached by only some threads of the cluster
}

// A cluster of one block is its block.
__global__ void __cluster_dims__(1, 1, 1) clusterOfOneBlock(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (blockIdx.x == 0)
    cluster.sync();
}

__global__ void __cluster_dims__(1) threadsOfAClusterOfOneBlock(int *out) {
  if (threadIdx.x == 0)
    cg::this_cluster().sync(); // warn divergent-barrier: reached by only some threads of the cluster
}

// Whole blocks that have left are exit-before-barrier's.
__global__ void blocksLeaveTheGrid(float *out, int blocks) {
  if (blockIdx.x >= blocks)
    return;
  cg::this_grid().sync();
  __syncthreads();
  out[threadIdx.x] = 0;
}

// A grid of one block.
__global__ void gridOfOneBlock(int *out) {
  if (blockIdx.x == 0)
    cg::this_grid().sync();
}

void launchOneBlock(int *out) { gridOfOneBlock<<<1, 128>>>(out); }
