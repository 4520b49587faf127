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
// A flag passes a message and orders nothing. The readers' multiprocessors hold
// the message's line in L1 and go on serving it.

#include <cuda/atomic>

#include "runtime_case.h"

constexpr int Blocks = 128;

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass(int *mailbox, int *flag, int *received) {
  if (threadIdx.x != 0)
    return;
  Flag ready(*flag);
  if (blockIdx.x == 0) {
    comeLate(50000);
    mailbox[0] = 42;
#if WARPLINT_BUGGY
    // BUG(relaxed-handshake): does not release the message
    ready.store(1, cuda::memory_order_relaxed);
#else
    ready.store(1, cuda::memory_order_release);
#endif
  } else {
    int before = mailbox[1];
#if WARPLINT_BUGGY
    // BUG(relaxed-handshake): does not acquire it
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
#else
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
#endif
    received[blockIdx.x] = mailbox[0] - before;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> mailbox(2), flag(1), received(Blocks);
  while (trial.nextRound()) {
    mailbox.write({0, 2});
    flag.fill(0);
    pass<<<Blocks, 32>>>(mailbox.get(), flag.get(), received.get());
    finish();
    std::vector<int> result = received.read();
    for (int block = 1; block < Blocks; ++block)
      trial.expect(result[block], 40);
  }
  return trial.outcome();
}
