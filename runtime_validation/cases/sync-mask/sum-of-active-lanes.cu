// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: sync-mask
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The lanes with positive items add them up by shuffles, under the mask of
// those that happen to run together. A neighbour that took no part is read all
// the same.

#include "runtime_case.h"

constexpr int Count = 256;

__global__ void sumPositive(const int *items, int *sums) {
  int item = items[threadIdx.x];
#if WARPLINT_BUGGY
  if (item > 0) {
    int sum = item;
    unsigned present = __activemask();
    for (int distance = 16; distance > 0; distance /= 2) {
      // BUG(sync-mask): an observation is used as the set that must come
      sum += __shfl_down_sync(present, sum, distance);
    }
    if (threadIdx.x % 32 == 0)
      sums[threadIdx.x / 32] = sum;
  }
#else
  int sum = item > 0 ? item : 0;
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  std::vector<int> items(Count);
  for (int i = 0; i < Count; ++i)
    items[i] = i % 3 == 1 && i % 32 != 0 ? -7 : 1;
  DeviceArray<int> in(items), sums(Count / 32);
  while (trial.nextRound()) {
    sumPositive<<<1, Count>>>(in.get(), sums.get());
    finish();
    std::vector<int> result = sums.read();
    for (int warp = 0; warp < Count / 32; ++warp) {
      int expected = 0;
      for (int lane = 0; lane < 32; ++lane)
        expected += items[warp * 32 + lane] > 0;
      trial.expect(result[warp], expected);
    }
  }
  return trial.outcome();
}
