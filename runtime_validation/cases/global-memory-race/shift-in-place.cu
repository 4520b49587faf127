// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: global-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Each thread moves its right neighbour's element one place to the left, in
// place. A warp that comes late reads what the next warp has already moved.

#include "runtime_case.h"

constexpr int Threads = 256;
constexpr int Blocks = 8;

__global__ void shift(int *cells) {
  int i = blockIdx.x * Threads + threadIdx.x;
  if (threadIdx.x / 32 % 2 == 0)
    comeLate(2000);
#if WARPLINT_BUGGY
  if (threadIdx.x + 1 < Threads) {
    // BUG(global-memory-race): thread i + 1 writes the element read here
    cells[i] = cells[i + 1];
  }
#else
  int right = cells[i];
  if (threadIdx.x + 1 < Threads)
    right = cells[i + 1];
  __syncthreads();
  cells[i] = right;
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Count = Blocks * Threads;
  DeviceArray<int> cells(Count);
  while (trial.nextRound()) {
    cells.write(counting(Count));
    shift<<<Blocks, Threads>>>(cells.get());
    finish();
    std::vector<int> result = cells.read();
    for (int i = 0; i < Count; ++i)
      trial.expect(result[i], i % Threads == Threads - 1 ? i : i + 1);
  }
  return trial.outcome();
}
