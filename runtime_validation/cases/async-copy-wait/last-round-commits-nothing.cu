// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: async-copy-wait
// fails: wrong result
// certainty: frequent
// trials: 20
// needs: sm_80
//
// Two stages: while one is read the other is copied, and the wait leaves one
// group pending. The last round copies nothing and commits nothing, so that the
// group that is left pending is the one that is read.

#include <cuda_pipeline.h>

#include "runtime_case.h"

constexpr int Threads = 128, Tiles = 4;
// Far apart, so that each copy goes to memory.
constexpr int Pitch = 1 << 20;

__global__ void reverseTiles(const int *in, int *out) {
  __shared__ int stage[2][Threads];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int i = 0; i < Tiles; ++i) {
    if (i + 1 < Tiles) {
      __pipeline_memcpy_async(&stage[(i + 1) & 1][t], &in[(i + 1) * Pitch + t], sizeof(int));
#if WARPLINT_BUGGY
      __pipeline_commit();
#endif
    }
#if !WARPLINT_BUGGY
    __pipeline_commit();
#endif
    __pipeline_wait_prior(1);
    __syncthreads();
    // BUG(async-copy-wait): in the last round nobody has waited for this
    out[i * Threads + t] = stage[i & 1][Threads - 1 - t];
    __syncthreads();
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Pitch * Tiles)), out(Threads * Tiles);
  while (trial.nextRound()) {
    reverseTiles<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Tiles; ++i)
      for (int t = 0; t < Threads; ++t)
        trial.expect(result[i * Threads + t], i * Pitch + Threads - 1 - t);
  }
  return trial.outcome();
}
