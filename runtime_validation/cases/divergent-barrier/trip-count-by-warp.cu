// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: divergent-barrier
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Each thread walks over its own elements, with two barriers in the loop. The
// last round is for some warps only, and the barriers of the others' next phase
// are taken for those of the round.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Length = 2 * Threads + 32;

__global__ void sumOfChunks(const int *order, const int *row, int *sums) {
  __shared__ int window[Threads];
  int sum = 0;
#if WARPLINT_BUGGY
  for (int i = threadIdx.x; i < Length; i += Threads) {
#else
  for (int base = 0; base < Length; base += Threads) {
    int i = base + threadIdx.x;
#endif
    window[threadIdx.x] = i < Length ? row[i] : 0;
    // BUG(divergent-barrier): threads past the end skip the last round
    __syncthreads();
    sum += window[order[threadIdx.x]];
    __syncthreads();
  }
  if (threadIdx.x < 32)
    comeLate(2000);
  window[threadIdx.x] = sum;
  __syncthreads();
  sums[threadIdx.x] = window[order[threadIdx.x]];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> order(reversed(Threads)), row(Length, 1), sums(Threads);
  while (trial.nextRound()) {
    sumOfChunks<<<1, Threads>>>(order.get(), row.get(), sums.get());
    finish();
    std::vector<int> result = sums.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], i < 32 ? 3 : 2);
  }
  return trial.outcome();
}
