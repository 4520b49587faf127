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
// Segments of 8 lanes, and a distance of 16: no lane has a source, each gets
// its own value back.

#include "runtime_case.h"

__global__ void fourLanesBelow(const int *in, int *out) {
  int value = in[threadIdx.x];
#if WARPLINT_BUGGY
  // BUG(shuffle-operand): 16 lanes below is another segment
  out[threadIdx.x] = __shfl_up_sync(0xffffffffu, value, 16, 8);
#else
  out[threadIdx.x] = __shfl_up_sync(0xffffffffu, value, 4, 8);
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(32)), out(32);
  while (trial.nextRound()) {
    fourLanesBelow<<<1, 32>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int lane = 0; lane < 32; ++lane)
      trial.expect(result[lane], lane % 8 < 4 ? lane : lane - 4);
  }
  return trial.outcome();
}
