// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: tensor-memory
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// FILL-IN: what the kernel does, and why it is wrong even where it seems to work.

#include "runtime_case.h"

#error "FILL-IN: a kernel that fails when it runs, and its mended twin"

__global__ void kernel(int *result) {
#if WARPLINT_BUGGY
  // BUG(tensor-memory): FILL-IN
#endif
  result[threadIdx.x] = 1;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> result(1);
  while (trial.nextRound()) {
    result.fill(0);
    kernel<<<1, 1>>>(result.get());
    finish();
    trial.expect(result.read()[0], 1);
  }
  return trial.outcome();
}
