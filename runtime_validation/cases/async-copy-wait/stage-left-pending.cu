// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: async-copy-wait
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_90
//
// All threads fill one of two stages, one of them sends it away by a bulk copy
// and waits until no more than two copies are pending. The stage that is filled
// next belongs to the older of those two.

#include <cuda/ptx>

#include "runtime_case.h"

namespace ptx = cuda::ptx;

constexpr int Threads = 256, PerThread = 16, Tile = Threads * PerThread;
constexpr int Stages = 2, Tiles = 16;

__global__ void sendTiles(const int *in, int *out) {
  extern __shared__ __align__(128) int tile[];
  int t = threadIdx.x;
  for (int i = 0; i < Tiles; ++i) {
    int *stage = tile + i % Stages * Tile;
    // BUG(async-copy-wait): the copy of two rounds before may still read it
    for (int k = 0; k < PerThread; ++k)
      stage[k * Threads + t] = in[blockIdx.x * Tiles + i] + k * Threads + t;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
                         out + (size_t(blockIdx.x) * Tiles + i) * Tile, stage,
                         Tile * sizeof(int));
      ptx::cp_async_bulk_commit_group();
#if WARPLINT_BUGGY
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<Stages>());
#else
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<Stages - 1>());
#endif
    }
    __syncthreads();
  }
  if (t == 0)
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Blocks = 132, Bytes = Stages * Tile * sizeof(int);
  Trial trial(argc, argv, 5);
  DeviceArray<int> in(counting(Blocks * Tiles));
  DeviceArray<int> out(size_t(Blocks) * Tiles * Tile);
  while (trial.nextRound()) {
    sendTiles<<<Blocks, Threads, Bytes>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Blocks * Tiles; ++i)
      for (int at = 0; at < Tile; ++at)
        trial.expect(result[size_t(i) * Tile + at], i + at);
  }
  return trial.outcome();
}
