// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A place of each kind that benchmark/removals takes out, and some that order nothing.

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__device__ unsigned tickets;

__global__ void reverse(int *data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads(); // nothing follows
}

__global__ void sumOfRounds(const int *data, int *sums, int rounds) {
  __shared__ int tile[64];
  for (int i = 0; i < rounds; ++i) {
    tile[threadIdx.x] = data[64 * i + threadIdx.x];
    __syncthreads();
    sums[64 * i + threadIdx.x] = tile[threadIdx.x ^ 32];
    __syncthreads();
  }
}

__global__ void ownElement(int *data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads(); // every thread reads what it wrote
  data[threadIdx.x] = tile[threadIdx.x] + 1;
}

__global__ void neighbours(int *data) {
  __shared__ int tile[32];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  tile[threadIdx.x] = data[threadIdx.x];
  warp.sync();
  data[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void everyoneElse(int *data, int *sums) {
  cg::grid_group grid = cg::this_grid();
  data[grid.thread_rank()] = 1;
  grid.sync();
  sums[grid.thread_rank()] = data[grid.size() - 1 - grid.thread_rank()];
}

__global__ void __cluster_dims__(2) otherBlock(int *data) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    mine = data[blockIdx.x];
  cluster.sync();
  data[blockIdx.x] = *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
  cluster.sync(); // the other block may still read
}

__global__ void lastBlock(int *parts, int *sum) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&tickets, gridDim.x - 1) != gridDim.x - 1)
    return;
  __threadfence();
  for (unsigned i = 0; i < gridDim.x; ++i)
    *sum += parts[i];
}

__global__ void lanesOfBothArms(int *data) {
  int value = data[threadIdx.x];
  if (threadIdx.x & 1)
    value = data[threadIdx.x + 32];
  data[threadIdx.x] = __shfl_xor_sync(0xffffffffu, value, 1);
}

__global__ void copied(const int *in, int *out) {
  __shared__ int stage[64];
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = stage[63 - threadIdx.x];
}

void launch(int *data, int *other) {
  reverse<<<1, 64>>>(data);
  sumOfRounds<<<1, 64>>>(data, other, 8);
  ownElement<<<1, 64>>>(data);
  neighbours<<<1, 32>>>(data);
  void *arguments[] = {&data, &other};
  cudaLaunchCooperativeKernel((void *)everyoneElse, 8, 64, arguments);
  otherBlock<<<2, 64>>>(data);
  lastBlock<<<8, 64>>>(data, other);
  lanesOfBothArms<<<1, 32>>>(data);
  copied<<<1, 64>>>(data, other);
}
