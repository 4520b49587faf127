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
// A vote that names no lanes. CUDA 13 parses it and assembles it for no target
// that it still knows. On the hardware that had it, who took part depended on
// how the compiler and the scheduler divided the warp.

#include "runtime_case.h"

constexpr int Threads = 64;

__global__ void anyAbove(const int *scores, int *reached) {
#if WARPLINT_BUGGY
  // BUG(legacy-warp-intrinsic): no target of this compiler has it
  reached[threadIdx.x] = __any(scores[threadIdx.x] > 100);
#else
  reached[threadIdx.x] = __any_sync(0xffffffffu, scores[threadIdx.x] > 100);
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  DeviceArray<int> scores(counting(Threads, 2)), reached(Threads);
  while (trial.nextRound()) {
    anyAbove<<<1, Threads>>>(scores.get(), reached.get());
    finish();
    std::vector<int> result = reached.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], i >= 32);
  }
  return trial.outcome();
}
