// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: host-sync
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The kernel writes a managed variable late. The launch returns at once, and
// the host reads what was there before.

#include "runtime_case.h"

__managed__ int result;

__global__ void compute(int value) {
  comeLate(20000000);
  result = value;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  for (int value = 1; trial.nextRound(); ++value) {
    result = 0;
    compute<<<1, 1>>>(value);
#if !WARPLINT_BUGGY
    finish();
#endif
    // BUG(host-sync): the kernel may not have written yet
    int seen = result;
    finish();
    trial.expect(seen, value);
  }
  return trial.outcome();
}
