// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: shuffle-operand
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The lower half of a warp takes the value of its last lane, whose number is
// written as that of the whole warp's. The lane that is read takes no part.

#include "runtime_case.h"

__global__ void lastOfTheHalf(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
#if WARPLINT_BUGGY
    // BUG(shuffle-operand): lane 31 is not in the mask
    value = __shfl_sync(0x0000ffffu, value, 31);
#else
    value = __shfl_sync(0x0000ffffu, value, 15);
#endif
  }
  out[threadIdx.x] = value;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(32)), out(32);
  while (trial.nextRound()) {
    lastOfTheHalf<<<1, 32>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int lane = 0; lane < 32; ++lane)
      trial.expect(result[lane], lane < 16 ? 15 : lane);
  }
  return trial.outcome();
}
