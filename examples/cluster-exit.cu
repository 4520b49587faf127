// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Distributed shared memory lives only as long as the block that owns it.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) readsFromExitedBlock(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    box = cluster.block_rank();
  cluster.sync();
  // BUG(cluster-exit): the other block may have returned already
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      *cluster.map_shared_rank(&box, 1 - cluster.block_rank());
}

__global__ void __cluster_dims__(2, 1, 1) staysMended(int *out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    box = cluster.block_rank();
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      *cluster.map_shared_rank(&box, 1 - cluster.block_rank());
  cluster.sync();
}
