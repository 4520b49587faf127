// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: divergent-barrier
// fails: synccheck report
// certainty: certain
// trials: 2
// needs: sm_70
//
// Even and odd threads of each warp wait at barriers of their own. The rule
// asks that all threads reach the same barrier. sm_90 counts both arrivals as
// one and the values come out right; only compute-sanitizer's synccheck shows
// the failure.

#include "runtime_case.h"

constexpr int Threads = 128;

__global__ void exchange(const int *order, const int *in, int *out) {
  __shared__ int box[Threads];
  box[threadIdx.x] = in[threadIdx.x];
#if WARPLINT_BUGGY
  if (threadIdx.x % 2 == 0) {
    // BUG(divergent-barrier): even threads meet here ...
    __syncthreads();
    out[threadIdx.x] = box[order[threadIdx.x]] + 1;
  } else {
    // BUG(divergent-barrier): ... odd threads here
    __syncthreads();
    out[threadIdx.x] = -box[order[threadIdx.x]];
  }
#else
  __syncthreads();
  if (threadIdx.x % 2 == 0)
    out[threadIdx.x] = box[order[threadIdx.x]] + 1;
  else
    out[threadIdx.x] = -box[order[threadIdx.x]];
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  DeviceArray<int> order(reversed(Threads)), in(counting(Threads, 1, 1));
  DeviceArray<int> out(Threads);
  while (trial.nextRound()) {
    exchange<<<1, Threads>>>(order.get(), in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], i % 2 ? i - Threads : Threads - i + 1);
  }
  return trial.outcome();
}
