// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: async-copy-wait
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The block starts a copy into shared memory and reads the destination before
// it waits for the copy.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "runtime_case.h"

namespace cg = cooperative_groups;

constexpr int Threads = 128;

__global__ void reverse(const int *in, int *out) {
  __shared__ alignas(16) int stage[Threads];
  cg::thread_block block = cg::this_thread_block();
  stage[threadIdx.x] = -1;
  block.sync();
  cg::memcpy_async(block, stage, in, sizeof(stage));
#if WARPLINT_BUGGY
  // BUG(async-copy-wait): the copy may still be under way
  int other = stage[Threads - 1 - threadIdx.x];
  cg::wait(block);
#else
  cg::wait(block);
  int other = stage[Threads - 1 - threadIdx.x];
#endif
  out[threadIdx.x] = other;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Threads)), out(Threads);
  while (trial.nextRound()) {
    reverse<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], Threads - 1 - i);
  }
  return trial.outcome();
}
