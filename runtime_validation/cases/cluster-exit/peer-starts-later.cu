// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: cluster-exit
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_90
//
// Block 0 adds to a counter of block 1 at once. Block 1, which comes late, then
// sets the counter to 0: nothing told block 0 that it was ready.

#include <cooperative_groups.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Threads = 64;

__global__ void __cluster_dims__(2, 1, 1) addAtPeer(int *out) {
  __shared__ int counter;
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 1)
    comeLate(100000);
  if (threadIdx.x == 0)
    counter = 0;
#if WARPLINT_BUGGY
  __syncthreads();
#else
  cluster.sync();
#endif
  // BUG(cluster-exit): the peer may not have started, or set its counter
  atomicAdd(cluster.map_shared_rank(&counter, cluster.block_rank() ^ 1), 1);
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = counter;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Blocks = 32;
  DeviceArray<int> out(Blocks);
  while (trial.nextRound()) {
    out.fill(0);
    addAtPeer<<<Blocks, Threads>>>(out.get());
    finish();
    for (int sum : out.read())
      trial.expect(sum, Threads);
  }
  return trial.outcome();
}
