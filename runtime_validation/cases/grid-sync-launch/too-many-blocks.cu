// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: grid-sync-launch
// fails: launch failure
// certainty: certain
// trials: 2
// needs: sm_70
//
// A cooperative launch of more blocks than any device holds at once is refused.

#include <cooperative_groups.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Elements = 1 << 20;
constexpr int Threads = 256;
#if WARPLINT_BUGGY
constexpr int Blocks = Elements / Threads;
#else
constexpr int Blocks = 16;
#endif

__global__ void reverse(const int *in, int *middle, int *out) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < Elements; i += Blocks * Threads)
    middle[i] = in[i] * 2;
  cg::this_grid().sync();
  for (int i = first; i < Elements; i += Blocks * Threads)
    out[i] = middle[Elements - 1 - i];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 3);
  DeviceArray<int> in(counting(Elements)), middle(Elements), out(Elements);
  int *inPointer = in.get(), *middlePointer = middle.get();
  int *outPointer = out.get();
  while (trial.nextRound()) {
    out.fill(0);
    void *arguments[] = {&inPointer, &middlePointer, &outPointer};
    // BUG(grid-sync-launch): 4096 blocks
    require(cudaLaunchCooperativeKernel(reverse, Blocks, Threads, arguments));
    finish();
    std::vector<int> values = out.read();
    for (int i = 0; i < Elements; ++i)
      trial.expect(values[i], (Elements - 1 - i) * 2);
  }
  return trial.outcome();
}
