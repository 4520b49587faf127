// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Votes and shuffles from before independent thread scheduling: they name no
// lanes, and from sm_70 on nobody promises who takes part.
// (CUDA 13 still parses the old votes, but assembles them for no target: try
// nvcc -ptx. Its headers no longer have the old shuffles.)

__global__ void voteWithoutMask(const int *scores, int *above, int *reached) {
  int score = scores[threadIdx.x];
  // BUG(legacy-warp-intrinsic): use __all_sync
  above[threadIdx.x] = __all(score > 100);
  // BUG(legacy-warp-intrinsic): use __any_sync
  reached[threadIdx.x] = __any(score > 100);
}

__global__ void voteWithoutMaskMended(const int *scores, int *above,
                                      int *reached) {
  int score = scores[threadIdx.x];
  above[threadIdx.x] = __all_sync(0xffffffffu, score > 100);
  reached[threadIdx.x] = __any_sync(0xffffffffu, score > 100);
}
