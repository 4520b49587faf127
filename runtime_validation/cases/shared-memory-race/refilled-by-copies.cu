// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: shared-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_80
//
// A loop copies a tile asynchronously, waits for it, and reads it. Warps that
// are ahead begin the next round's copy while a late one still reads.

#include <cuda_pipeline.h>

#include "runtime_case.h"

constexpr int Threads = 128, Tiles = 4;

__global__ void reverseTiles(const int *in, int *out) {
  __shared__ int tile[Threads];
  int t = threadIdx.x;
  for (int i = 0; i < Tiles; ++i) {
    // BUG(shared-memory-race): others may still read the tile of the last round
    __pipeline_memcpy_async(&tile[t], &in[i * Threads + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t >= 96)
      comeLate(20000);
    out[i * Threads + t] = tile[Threads - 1 - t];
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Threads * Tiles)), out(Threads * Tiles);
  while (trial.nextRound()) {
    reverseTiles<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Tiles; ++i)
      for (int t = 0; t < Threads; ++t)
        trial.expect(result[i * Threads + t], i * Threads + Threads - 1 - t);
  }
  return trial.outcome();
}
