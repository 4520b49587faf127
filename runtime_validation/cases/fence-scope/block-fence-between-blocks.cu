// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: fence-scope
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A message between blocks, ordered by fences that reach no further than one
// block. The readers' multiprocessors already hold the message's line in L1 and
// go on serving it.

#include "runtime_case.h"

constexpr int Blocks = 128;

__global__ void pass(int *mailbox, volatile int *ready, int *received) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    comeLate(50000);
    mailbox[0] = 42;
#if WARPLINT_BUGGY
    // BUG(fence-scope): the readers are in other blocks
    __threadfence_block();
#else
    __threadfence();
#endif
    ready[0] = 1;
  } else {
    int before = mailbox[1];
    while (ready[0] == 0) {
    }
#if WARPLINT_BUGGY
    // BUG(fence-scope): the writer is in another block
    __threadfence_block();
#else
    __threadfence();
#endif
    received[blockIdx.x] = mailbox[0] - before;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> mailbox(2), ready(1), received(Blocks);
  while (trial.nextRound()) {
    mailbox.write({0, 2});
    ready.fill(0);
    pass<<<Blocks, 32>>>(mailbox.get(), ready.get(), received.get());
    finish();
    std::vector<int> result = received.read();
    for (int block = 1; block < Blocks; ++block)
      trial.expect(result[block], 40);
  }
  return trial.outcome();
}
