// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-not-called
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The barrier is named and not called: a warp reads what a later one has not
// written.

#include "runtime_case.h"

constexpr int Threads = 128;

__global__ void exchange(const int *order, const int *in, int *out) {
  __shared__ int box[Threads];
  box[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 32)
    comeLate(2000);
  box[threadIdx.x] = in[threadIdx.x];
#if WARPLINT_BUGGY
  // BUG(barrier-not-called): an expression without effect
  __syncthreads;
#else
  __syncthreads();
#endif
  // ALSO(shared-memory-race): what follows from it
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
