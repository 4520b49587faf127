// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: legacy-warp-intrinsic
// fails: compile error
// certainty: certain
// trials: 1
// needs: sm_75
//
// A warp sum with the shuffle of before CUDA 9. CUDA 13 has no declaration of
// it any more; older compilers reject it from sm_70 on.

#include "runtime_case.h"

constexpr int Threads = 64;

__global__ void warpSums(const int *in, int *sums) {
  int sum = in[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) {
#if WARPLINT_BUGGY
    // BUG(legacy-warp-intrinsic): no longer declared
    sum += __shfl_down(sum, distance);
#else
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
#endif
  }
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  DeviceArray<int> in(counting(Threads)), sums(Threads / 32);
  while (trial.nextRound()) {
    warpSums<<<1, Threads>>>(in.get(), sums.get());
    finish();
    std::vector<int> result = sums.read();
    trial.expect(result[0], 31 * 32 / 2);
    trial.expect(result[1], 63 * 64 / 2 - 31 * 32 / 2);
  }
  return trial.outcome();
}
