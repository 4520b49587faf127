// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: asm-memory-clobber
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A spin loop on a load in PTX. Without volatile and the clobber the asm
// statement is a function of its operands to the compiler: it loads once, and
// takes a loop in which nothing changes to end.

#include "runtime_case.h"

__device__ int loadAcquire(const int *flag) {
  int value;
#if WARPLINT_BUGGY
  // BUG(asm-memory-clobber): neither volatile nor a clobber
  // ALSO(stale-read): the loop below waits for it
  asm("ld.acquire.gpu.s32 %0, [%1];" : "=r"(value) : "l"(flag));
#else
  asm volatile("ld.acquire.gpu.s32 %0, [%1];"
               : "=r"(value)
               : "l"(flag)
               : "memory");
#endif
  return value;
}

__global__ void pass(int *flag, int *message, int *received) {
  if (blockIdx.x == 0) {
    comeLate(100000);
    *message = 42;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (loadAcquire(flag) == 0) {
    }
    *received = *message;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> flag(1), message(1), received(1);
  while (trial.nextRound()) {
    flag.fill(0);
    message.fill(0);
    pass<<<2, 1>>>(flag.get(), message.get(), received.get());
    finish();
    trial.expect(received.read()[0], 42);
  }
  return trial.outcome();
}
