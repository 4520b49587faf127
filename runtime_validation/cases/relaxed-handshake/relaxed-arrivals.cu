// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: relaxed-handshake
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// One block waits until all others have counted themselves in, and adds up what
// they have written. Counter and wait are relaxed: they neither publish the
// parts nor let the waiting block see them. Its L1 holds the lines of the
// parts, from when the block looked at the old values.

#include <cuda/atomic>

#include "runtime_case.h"

constexpr int Blocks = 64;

using Counter = cuda::atomic_ref<int, cuda::thread_scope_device>;

// parts[2 * block] is the block's old value, parts[2 * block + 1] its new one.
__global__ void growth(int *parts, int *count, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  Counter arrived(*count);
  if (blockIdx.x != 0) {
    comeLate(50000);
    parts[2 * blockIdx.x + 1] = launch;
#if WARPLINT_BUGGY
    // BUG(relaxed-handshake): does not release the part
    arrived.fetch_add(1, cuda::memory_order_relaxed);
#else
    arrived.fetch_add(1, cuda::memory_order_release);
#endif
    return;
  }
  int before = 0;
  for (int block = 1; block < Blocks; ++block)
    before += parts[2 * block];
#if WARPLINT_BUGGY
  // BUG(relaxed-handshake): does not acquire the parts
  while (arrived.load(cuda::memory_order_relaxed) != Blocks - 1) {
  }
#else
  while (arrived.load(cuda::memory_order_acquire) != Blocks - 1) {
  }
#endif
  int after = 0;
  for (int block = 1; block < Blocks; ++block)
    after += parts[2 * block + 1];
  *total = after - before;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> parts(2 * Blocks), count(1), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    count.fill(0);
    growth<<<Blocks, 32>>>(parts.get(), count.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], (Blocks - 1) * launch);
  }
  return trial.outcome();
}
