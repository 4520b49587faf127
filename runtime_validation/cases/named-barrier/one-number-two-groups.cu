// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: named-barrier
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Two groups of two warps use barrier 1 for themselves. One warp of each group is
// late: the two early ones complete the barrier between them, and read what the
// late one of their group has not written.

#include "runtime_case.h"

__global__ void twoPairs(int *out) {
  __shared__ volatile int box[128];
  int warp = threadIdx.x / 32;
  box[threadIdx.x] = 0;
  __syncthreads();
  if (warp % 2)
    comeLate(100000);
  box[threadIdx.x] = 1;
#if WARPLINT_BUGGY
  // BUG(named-barrier): both groups come to barrier 1
  asm volatile("bar.sync 1, 64;" ::: "memory");
#else
  asm volatile("bar.sync %0, 64;" ::"r"(warp / 2 + 1) : "memory");
#endif
  out[threadIdx.x] = box[threadIdx.x ^ 32];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> out(128);
  while (trial.nextRound()) {
    out.fill(0);
    twoPairs<<<1, 128>>>(out.get());
    finish();
    for (int value : out.read())
      trial.expect(value, 1);
  }
  return trial.outcome();
}
