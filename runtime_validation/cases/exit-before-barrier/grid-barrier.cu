// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: exit-before-barrier
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// Threads without work return before a barrier of the whole grid. One of them
// is the thread that arrives for its block, so the grid waits for ever.

#include <cooperative_groups.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Threads = 64;
constexpr int Blocks = 4;

__global__ void halveThenMirror(const int *in, int *half, int *out) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if WARPLINT_BUGGY
  if (in[i] == 0)
    return;
  half[i] = in[i] / 2;
  // BUG(exit-before-barrier): the barrier counts on every thread
  grid.sync();
  out[i] = half[Blocks * Threads - 1 - i];
#else
  if (in[i] != 0)
    half[i] = in[i] / 2;
  grid.sync();
  if (in[i] != 0)
    out[i] = half[Blocks * Threads - 1 - i];
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  constexpr int Count = Blocks * Threads;
  std::vector<int> numbers(Count, 6);
  numbers[Threads] = 0; // the first thread of the second block
  DeviceArray<int> in(numbers), half(Count), out(Count);
  const int *inAt = in.get();
  int *halfAt = half.get(), *outAt = out.get();
  void *arguments[] = {&inAt, &halfAt, &outAt};
  while (trial.nextRound()) {
    require(cudaLaunchCooperativeKernel((void *)halveThenMirror, dim3(Blocks),
                                        dim3(Threads), arguments, 0, 0));
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Count; ++i)
      trial.expect(result[i], i == Threads               ? 0
                              : i == Count - 1 - Threads ? 0
                                                         : 3);
  }
  return trial.outcome();
}
