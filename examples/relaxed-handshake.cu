// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Atomics that pass a message without ordering it.

#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void relaxedFlag(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    // BUG(relaxed-handshake): does not release the message
    flag->store(1, cuda::memory_order_relaxed);
  } else {
    // BUG(relaxed-handshake): does not acquire it
    while (flag->load(cuda::memory_order_relaxed) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}

__global__ void releaseAcquireMended(int *message, Flag *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *message = 99;
    flag->store(1, cuda::memory_order_release);
  } else {
    while (flag->load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = *message;
  }
}
