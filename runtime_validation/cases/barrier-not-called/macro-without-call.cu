// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-not-called
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A project's macro stands for the barrier; one use forgets the parentheses.
// The values go round a ring in steps, and the steps of different warps mix.

#include "runtime_case.h"

#define BLOCK_SYNC __syncthreads

constexpr int Threads = 128;
constexpr int Steps = 8;

__global__ void goRound(const int *order, const int *in, int *out) {
  __shared__ int ring[Threads];
  ring[threadIdx.x] = in[threadIdx.x];
  BLOCK_SYNC();
  for (int step = 0; step < Steps; ++step) {
    int next = ring[order[threadIdx.x]];
#if WARPLINT_BUGGY
    // BUG(barrier-not-called): an expression without effect
    BLOCK_SYNC;
#else
    BLOCK_SYNC();
#endif
    if (threadIdx.x < 32)
      comeLate(2000);
    // ALSO(shared-memory-race): what follows from it
    ring[threadIdx.x] = next;
    BLOCK_SYNC();
    if (threadIdx.x >= 96)
      comeLate(6000);
  }
  out[threadIdx.x] = ring[threadIdx.x];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  std::vector<int> neighbours = counting(Threads, 1, 1);
  neighbours.back() = 0;
  DeviceArray<int> order(neighbours), in(counting(Threads)), out(Threads);
  while (trial.nextRound()) {
    goRound<<<1, Threads>>>(order.get(), in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], (i + Steps) % Threads);
  }
  return trial.outcome();
}
