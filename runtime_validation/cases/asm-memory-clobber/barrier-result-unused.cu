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
// A barrier that also counts, of which only the barrier is wanted. Without
// volatile and the clobber an asm statement whose outputs nobody uses does
// nothing, and the compiler drops it.

#include "runtime_case.h"

constexpr int Threads = 256;

__device__ int countAtBarrier(int chosen) {
  int count;
#if WARPLINT_BUGGY
  // BUG(asm-memory-clobber): dropped where the count is not used
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
      : "=r"(count)
      : "r"(chosen));
#else
  asm volatile(
      "{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
      : "=r"(count)
      : "r"(chosen)
      : "memory");
#endif
  return count;
}

__global__ void exchange(const int *order, const int *in, int *out) {
  __shared__ int box[Threads];
  box[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 32)
    comeLate(2000);
  box[threadIdx.x] = in[threadIdx.x];
  countAtBarrier(1);
  out[threadIdx.x] = box[order[threadIdx.x]];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> order(reversed(Threads)), in(counting(Threads, 1, 1));
  DeviceArray<int> out(Threads);
  while (trial.nextRound()) {
    exchange<<<1, Threads>>>(order.get(), in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], Threads - i);
  }
  return trial.outcome();
}
