// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: cluster-exit
// fails: launch failure
// certainty: certain
// trials: 5
// needs: sm_90
//
// Block 0 reads the shared memory of block 1 late, when block 1 has left. Behind
// the exit that memory is nobody's, or already another block's.

#include <cooperative_groups.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Threads = 128;

__global__ void __cluster_dims__(2, 1, 1) readLate(int *out) {
  __shared__ int box[Threads];
  cg::cluster_group cluster = cg::this_cluster();
  box[threadIdx.x] = int(threadIdx.x) + 1;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    comeLate(200000);
    // BUG(cluster-exit): block 1 need not be there any more
    out[blockIdx.x / 2 * Threads + threadIdx.x] =
        cluster.map_shared_rank(box, 1)[threadIdx.x];
  }
#if !WARPLINT_BUGGY
  cluster.sync();
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Clusters = 512;
  DeviceArray<int> out(Clusters * Threads);
  while (trial.nextRound()) {
    out.fill(0);
    readLate<<<2 * Clusters, Threads>>>(out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Clusters * Threads; ++i)
      trial.expect(result[i], i % Threads + 1);
  }
  return trial.outcome();
}
