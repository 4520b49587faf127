// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: fence-scope
// fails: wrong result
// certainty: rare
// trials: 5
// needs: sm_70
//
// Release and acquire, but of block scope, between blocks: by the memory model
// a data race, since the scope of neither includes the other thread. The
// readers' multiprocessors hold the message's line in L1, and the code tells
// nothing to drop it. On sm_90 the reader sees the message all the same; the
// same handshake with block-scope fences fails (block-fence-between-blocks).

#include <cuda/atomic>

#include "runtime_case.h"

constexpr int Blocks = 128;

#if WARPLINT_BUGGY
using Flag = cuda::atomic_ref<int, cuda::thread_scope_block>;
#else
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
#endif

// mailbox[1] is the number of the awaited message.
__global__ void pass(int *mailbox, int *flag, int *received) {
  if (threadIdx.x != 0)
    return;
  Flag ready(*flag);
  if (blockIdx.x == 0) {
    comeLate(50000);
    mailbox[0] = 42;
    // BUG(fence-scope): the readers are in other blocks
    ready.store(7, cuda::memory_order_release);
  } else {
    int awaited = mailbox[1];
    // BUG(fence-scope): the writer is in another block
    while (ready.load(cuda::memory_order_acquire) != awaited) {
    }
    received[blockIdx.x] = mailbox[0];
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> mailbox(2), flag(1), received(Blocks);
  while (trial.nextRound()) {
    mailbox.write({0, 7});
    flag.fill(0);
    pass<<<Blocks, 32>>>(mailbox.get(), flag.get(), received.get());
    finish();
    std::vector<int> result = received.read();
    for (int block = 1; block < Blocks; ++block)
      trial.expect(result[block], 42);
  }
  return trial.outcome();
}
