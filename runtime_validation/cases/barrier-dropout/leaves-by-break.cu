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
// Threads break out of the loop in which all meet, and are not counted out.

#include <cuda/barrier>
#include <utility>

#include "runtime_case.h"

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int Threads = 64;
constexpr int Rounds = 4;

__global__ void work(const int *budget, int *spent) {
  __shared__ BlockBarrier meeting;
  if (threadIdx.x == 0)
    init(&meeting, Threads);
  __syncthreads();
  int used = 0;
  for (int round = 0; round < Rounds; ++round) {
    // BUG(barrier-dropout): the barrier goes on expecting threads that leave
    if (used == budget[threadIdx.x]) {
#if !WARPLINT_BUGGY
      meeting.arrive_and_drop();
#endif
      break;
    }
    ++used;
    BlockBarrier::arrival_token token = meeting.arrive();
    meeting.wait(std::move(token));
  }
  spent[threadIdx.x] = used;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  std::vector<int> budgets(Threads);
  for (int i = 0; i < Threads; ++i)
    budgets[i] = i % 4 + 1;
  DeviceArray<int> budget(budgets), spent(Threads);
  while (trial.nextRound()) {
    spent.fill(0);
    work<<<1, Threads>>>(budget.get(), spent.get());
    finish();
    std::vector<int> result = spent.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], budgets[i]);
  }
  return trial.outcome();
}
