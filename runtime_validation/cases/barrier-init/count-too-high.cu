// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-init
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// The barrier expects a warp more than the block has, for a producer that is
// long gone from the code.

#include <cuda/barrier>

#include "runtime_case.h"

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int Threads = 128;

__global__ void exchange(const int *in, int *out) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[Threads];
  if (threadIdx.x == 0) {
#if WARPLINT_BUGGY
    init(&meeting, Threads + 32);
#else
    init(&meeting, Threads);
#endif
  }
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  // BUG(barrier-init): more arrivals are expected than there are threads
  meeting.arrive_and_wait();
  out[threadIdx.x] = box[Threads - 1 - threadIdx.x];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> in(counting(Threads)), out(Threads);
  while (trial.nextRound()) {
    exchange<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], Threads - 1 - i);
  }
  return trial.outcome();
}
