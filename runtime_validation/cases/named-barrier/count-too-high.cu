// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: named-barrier
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// Two warps meet at barrier 1, which counts three: they wait for ever.

#include "runtime_case.h"

__global__ void twoOfThree(int *out) {
  int warp = threadIdx.x / 32;
  __shared__ int box;
  if (warp < 2) {
    if (threadIdx.x == 0)
      box = 5;
#if WARPLINT_BUGGY
    // BUG(named-barrier): 96 threads are counted, 64 come
    asm volatile("bar.sync 1, 96;" ::: "memory");
#else
    asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
    out[threadIdx.x] = box;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  DeviceArray<int> out(64);
  while (trial.nextRound()) {
    out.fill(0);
    twoOfThree<<<1, 128>>>(out.get());
    finish();
    for (int value : out.read())
      trial.expect(value, 5);
  }
  return trial.outcome();
}
