// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-dropout
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// Threads leave in different rounds. The barrier goes on expecting those that
// have left.

#include <cuda/barrier>
#include <utility>

#include "runtime_case.h"

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int Threads = 64;
constexpr int Rounds = 4;

__global__ void work(const int *lastRound, int *done) {
  __shared__ BlockBarrier meeting;
  if (threadIdx.x == 0)
    init(&meeting, Threads);
  __syncthreads();
  for (int round = 0; round < Rounds; ++round) {
    if (lastRound[threadIdx.x] == round) {
#if !WARPLINT_BUGGY
      meeting.arrive_and_drop();
#endif
      // BUG(barrier-dropout): the barrier goes on expecting this thread
      return;
    }
    BlockBarrier::arrival_token token = meeting.arrive();
    meeting.wait(std::move(token));
    done[threadIdx.x] = round + 1;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  std::vector<int> rounds(Threads);
  for (int i = 0; i < Threads; ++i)
    rounds[i] = i % 2 ? 2 : Rounds;
  DeviceArray<int> lastRound(rounds), done(Threads);
  while (trial.nextRound()) {
    done.fill(0);
    work<<<1, Threads>>>(lastRound.get(), done.get());
    finish();
    std::vector<int> result = done.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], rounds[i]);
  }
  return trial.outcome();
}
