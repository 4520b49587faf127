// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-token
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A thread arrives, reads what the others bring, and waits only then.

#include <cuda/barrier>
#include <utility>

#include "runtime_case.h"

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int Threads = 128;

__global__ void exchange(const int *in, int *out) {
  __shared__ BlockBarrier meeting;
  __shared__ int box[Threads];
  box[threadIdx.x] = -1;
  if (threadIdx.x == 0)
    init(&meeting, Threads);
  __syncthreads();
  if (threadIdx.x < 32)
    comeLate(2000);
  box[threadIdx.x] = in[threadIdx.x];
  BlockBarrier::arrival_token token = meeting.arrive();
#if WARPLINT_BUGGY
  // BUG(barrier-token): other threads may not have arrived yet
  // ALSO(shared-memory-race): what follows from it
  int other = box[Threads - 1 - threadIdx.x];
  meeting.wait(std::move(token));
#else
  meeting.wait(std::move(token));
  int other = box[Threads - 1 - threadIdx.x];
#endif
  out[threadIdx.x] = other;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
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
