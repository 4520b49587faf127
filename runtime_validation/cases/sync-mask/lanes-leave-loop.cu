// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: sync-mask
// fails: wrong result
// certainty: frequent
// trials: 3
// needs: sm_70
//
// Lanes go round a loop a different number of times, and each round asks for
// all of them. Those that have left are at the call behind the loop, which is
// then taken for that of a round.

#include "runtime_case.h"

constexpr int Length = 40;

__global__ void sumByLane(const int *order, const int *row, int *out) {
  __shared__ int cell[32];
  cell[threadIdx.x] = -1;
  __syncwarp();
  int sum = 0;
#if WARPLINT_BUGGY
  for (int i = threadIdx.x; i < Length; i += 32) {
#else
  for (int base = 0; base < Length; base += 32) {
    int i = base + threadIdx.x;
#endif
    sum += i < Length ? row[i] : 0;
    // BUG(sync-mask): lanes past the end have left the loop
    __syncwarp();
  }
  if (threadIdx.x < 8)
    comeLate(2000);
  cell[threadIdx.x] = sum;
  __syncwarp();
  out[threadIdx.x] = cell[order[threadIdx.x]];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> order(reversed(32)), row(Length, 1), out(32);
  while (trial.nextRound()) {
    sumByLane<<<1, 32>>>(order.get(), row.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int lane = 0; lane < 32; ++lane)
      trial.expect(result[lane], 31 - lane < 8 ? 2 : 1);
  }
  return trial.outcome();
}
