// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block reads the shared memory of its neighbour in the cluster, which may
// have left the kernel.

#include "bugs.h"

#include <cooperative_groups.h>

__global__ void __cluster_dims__(2, 1, 1) look(const int *in, int *out) {
  namespace cg = cooperative_groups;
  __shared__ int mine[128];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = in[threadIdx.x];
  cluster.sync();
  int *theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 128 + threadIdx.x] = theirs[127 - threadIdx.x]; // BUG
#if !WARPLINT_BUGGY
  cluster.sync();
#endif
}

int main() {
  look<<<8, 128>>>(zeros<int>(128), zeros<int>(1024));
  return finish();
}
