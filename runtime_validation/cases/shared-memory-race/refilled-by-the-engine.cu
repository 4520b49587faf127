// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: shared-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_90
//
// One thread lets the copy engine fill a tile, and all wait for its barrier
// object. The next round's copy begins while a late warp still reads.

#include <cuda/barrier>
#include <utility>

#include "runtime_case.h"

constexpr int Threads = 128, Tiles = 4;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverseTiles(const int *in, int *out) {
  __shared__ alignas(16) int tile[Threads];
  __shared__ Barrier full;
  int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  for (int i = 0; i < Tiles; ++i) {
    Barrier::arrival_token token;
    if (t == 0) {
      // BUG(shared-memory-race): others may still read the tile of the last round
      cuda::device::memcpy_async_tx(tile, in + i * Threads,
                                    cuda::aligned_size_t<16>(sizeof tile), full);
      token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
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
