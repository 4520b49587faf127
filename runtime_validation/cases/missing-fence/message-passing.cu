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
// Some blocks write a value, then its number; others read the number, then the
// value. Without fences the value may arrive after its number, or be read
// before it. The remaining blocks send atomics to the lines that hold the
// values, so that stores to them have to queue.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Pairs = 32;
constexpr int NoisyBlocks = 32;
constexpr int Messages = 2000;

__device__ void publish(volatile int *value, volatile int *number,
                        int message) {
  *value = message;
#if !WARPLINT_BUGGY
  __threadfence();
#endif
  // BUG(missing-fence): may be seen before the value
  *number = message;
}

__device__ bool consumesOldValue(volatile int *value, volatile int *number) {
  int seen = *number;
  if (seen == 0)
    return false;
#if !WARPLINT_BUGGY
  __threadfence();
#endif
  // BUG(missing-fence): may be read before the number
  return *value < seen;
}

// values[2 * pair] is a value, noise[2 * pair] the word behind it.
__global__ void pass(int *values, int *numbers, int *noise, int *old) {
  if (blockIdx.x >= 2 * Pairs) {
    int at = blockIdx.x * Threads + threadIdx.x;
    for (int i = 0; i < Messages; ++i)
      atomicAdd(&noise[(at + i * 97) % (Pairs * Threads) * 2], 1);
    return;
  }
  if (blockIdx.x < Pairs) {
    int pair = blockIdx.x * Threads + threadIdx.x;
    for (int message = 1; message <= Messages; ++message)
      publish(&values[2 * pair], &numbers[pair], message);
  } else {
    int pair = (blockIdx.x - Pairs) * Threads + threadIdx.x;
    int count = 0;
    for (int i = 0; i < Messages; ++i)
      count += consumesOldValue(&values[2 * pair], &numbers[pair]);
    atomicAdd(old, count);
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 40);
  DeviceArray<int> values(2 * Pairs * Threads), numbers(Pairs * Threads),
      old(1);
  while (trial.nextRound()) {
    values.fill(0);
    numbers.fill(0);
    old.fill(0);
    pass<<<2 * Pairs + NoisyBlocks, Threads>>>(values.get(), numbers.get(),
                                               values.get() + 1, old.get());
    finish();
    trial.count(static_cast<long long>(Pairs) * Threads * Messages,
                old.read()[0]);
  }
  return trial.outcome();
}
