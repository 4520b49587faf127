// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-token
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_90
//
// The thread that lets copies fill stages waits until a stage is free. The
// stages are free at first, which a wait for parity 1 knows of a new object;
// a wait for parity 0 waits for a phase that nobody ends.

#include <cuda/ptx>

#include "runtime_case.h"

namespace ptx = cuda::ptx;

constexpr int Users = 128, Threads = Users + 32;
constexpr int Stages = 2, Tile = 1024, Tiles = 16;

__device__ void waitFor(uint64_t *object, int parity) {
  while (!ptx::mbarrier_try_wait_parity(object, parity))
    ;
}

__global__ void __launch_bounds__(Threads) sumTiles(const int *in, int *out) {
  __shared__ alignas(128) int tile[Stages][Tile];
  __shared__ uint64_t full[Stages], empty[Stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int s = 0; s < Stages; ++s) {
      ptx::mbarrier_init(&full[s], 1);
      ptx::mbarrier_init(&empty[s], Users);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (t == Users) {
    for (int i = 0; i < Tiles; ++i) {
      int s = i % Stages;
#if WARPLINT_BUGGY
      waitFor(&empty[s], i / Stages % 2);
#else
      waitFor(&empty[s], (i / Stages + 1) % 2);
#endif
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[s],
                                     sizeof tile[s]);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s],
                         in + i * Tile, sizeof tile[s], &full[s]);
    }
  } else if (t < Users) {
    for (int i = 0; i < Tiles; ++i) {
      int s = i % Stages;
      // BUG(barrier-token): no copy is ever made
      waitFor(&full[s], i / Stages % 2);
      int sum = 0;
      for (int k = t; k < Tile; k += Users)
        sum += tile[s][k];
      out[i * Users + t] = sum;
      ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                           &empty[s]);
    }
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 1);
  std::vector<int> values = counting(Tiles * Tile);
  DeviceArray<int> in(values), out(Tiles * Users);
  while (trial.nextRound()) {
    sumTiles<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Tiles; ++i)
      for (int t = 0; t < Users; ++t) {
        int sum = 0;
        for (int k = t; k < Tile; k += Users)
          sum += values[i * Tile + k];
        trial.expect(result[i * Users + t], sum);
      }
  }
  return trial.outcome();
}
