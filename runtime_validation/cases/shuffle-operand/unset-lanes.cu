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
// The tail of a reduction: 32 lanes add up their values, but only the first
// lane has loaded one. The others bring what their register holds.

#include "runtime_case.h"

__global__ void sumOf64(const int *in, int *result) {
  int sum;
#if WARPLINT_BUGGY
  if (threadIdx.x == 0)
#endif
    sum = in[threadIdx.x] + in[threadIdx.x + 32];
  for (int distance = 16; distance > 0; distance /= 2) {
    // BUG(shuffle-operand): 31 lanes have no value
    sum += __shfl_down_sync(0xffffffffu, sum, distance);
  }
  if (threadIdx.x == 0)
    *result = sum;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(64, 1), result(1);
  while (trial.nextRound()) {
    sumOf64<<<1, 32>>>(in.get(), result.get());
    finish();
    trial.expect(result.read()[0], 64);
  }
  return trial.outcome();
}
