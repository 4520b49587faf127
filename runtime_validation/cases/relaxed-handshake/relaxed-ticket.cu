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
// The ticket that tells the last block to add up all parts is taken with a
// relaxed atomic: it neither publishes this block's part nor lets the last
// block see the others'.

#include <cuda/atomic>

#include "runtime_case.h"

constexpr int Blocks = 64;

#if WARPLINT_BUGGY
constexpr cuda::memory_order Order = cuda::memory_order_relaxed;
#else
constexpr cuda::memory_order Order = cuda::memory_order_acq_rel;
#endif

// parts[2 * block] is the block's old value, parts[2 * block + 1] its new one.
__global__ void growth(int *parts, unsigned *counter, int launch, int *total) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> tickets(*counter);
  int before = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    before += parts[2 * block];
  comeLate(50000);
  parts[2 * blockIdx.x + 1] = launch;
  // BUG(relaxed-handshake): orders nothing
  unsigned ticket = tickets.fetch_add(1, Order);
  if (ticket == gridDim.x - 1) {
    int after = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
      after += parts[2 * block + 1];
    *total = after - before;
    tickets.store(0, cuda::memory_order_relaxed);
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> parts(2 * Blocks), total(1);
  DeviceArray<unsigned> counter(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    growth<<<Blocks, 32>>>(parts.get(), counter.get(), launch, total.get());
    finish();
    trial.expect(total.read()[0], Blocks * launch);
  }
  return trial.outcome();
}
