// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: stale-read
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// A loop waits for a variable that another block sets. To the compiler nothing
// changes it, so it is read once.

#include <cuda/atomic>

#include "runtime_case.h"

constexpr int Blocks = 8;

__global__ void waitForFlag(int *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    comeLate(100000);
    ready.store(1, cuda::memory_order_release);
  } else {
#if WARPLINT_BUGGY
    // BUG(stale-read): read once, before the loop
    while (*flag == 0) {
    }
#else
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
#endif
    out[blockIdx.x] = 1;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> flag(1), out(Blocks);
  while (trial.nextRound()) {
    flag.fill(0);
    out.fill(0);
    waitForFlag<<<Blocks, 32>>>(flag.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int block = 1; block < Blocks; ++block)
      trial.expect(result[block], 1);
  }
  return trial.outcome();
}
