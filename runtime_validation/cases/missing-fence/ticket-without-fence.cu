// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: missing-fence
// fails: wrong result
// certainty: frequent
// trials: 5
// needs: sm_70
//
// Every working block stores its part and takes a ticket; the one with the last
// ticket adds up all parts. Without a fence the ticket may be seen before the
// part. That shows where stores have to queue: all parts lie in one cache line,
// to which the other blocks send atomics.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Workers = 16;
constexpr int NoisyBlocks = 64;

__device__ unsigned tickets;

// parts[2 * block] is a part, noise[2 * block] the word behind it.
__global__ void sumOfWorkers(int *parts, int *noise, int launch, int *total) {
  if (blockIdx.x >= Workers) {
    for (int i = 0; i < 200; ++i)
      atomicAdd(&noise[(threadIdx.x + i) % Workers * 2], 1);
    return;
  }
  if (threadIdx.x != 0)
    return;
  comeLate(5000);
  parts[blockIdx.x * 2] = launch;
#if !WARPLINT_BUGGY
  __threadfence();
#endif
  // BUG(missing-fence): the ticket may be seen before the part
  unsigned ticket = atomicInc(&tickets, Workers - 1);
  if (ticket == Workers - 1) {
    __threadfence();
    int sum = 0;
    for (int block = 0; block < Workers; ++block)
      sum += *(volatile int *)&parts[block * 2];
    *total = sum;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 500);
  DeviceArray<int> parts(2 * Workers), total(1);
  for (int launch = 1; trial.nextRound(); ++launch) {
    sumOfWorkers<<<Workers + NoisyBlocks, Threads>>>(
        parts.get(), parts.get() + 1, launch, total.get());
    finish();
    trial.expect(total.read()[0], Workers * launch);
  }
  return trial.outcome();
}
