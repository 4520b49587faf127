// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: sync-mask
// fails: wrong result
// certainty: rare
// trials: 5
// needs: sm_70
//
// A vote of the whole warp whose mask is 31, the last lane's number, instead
// of 32 set bits. Lanes 5 to 31 call it and are not named. PTX leaves it
// undefined when the calling lane is not in its own mask. Here the warp is
// converged, and sm_90's vote takes whoever is there.

#include "runtime_case.h"

__global__ void countNegative(const int *in, int *counts) {
  bool negative = in[threadIdx.x] < 0;
#if WARPLINT_BUGGY
  // BUG(sync-mask): lanes 0 to 4 are named, all come
  unsigned votes = __ballot_sync(31u, negative);
#else
  unsigned votes = __ballot_sync(0xffffffffu, negative);
#endif
  counts[threadIdx.x] = __popc(votes);
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(64, -1), counts(64);
  while (trial.nextRound()) {
    countNegative<<<1, 64>>>(in.get(), counts.get());
    finish();
    for (int count : counts.read())
      trial.expect(count, 32);
  }
  return trial.outcome();
}
