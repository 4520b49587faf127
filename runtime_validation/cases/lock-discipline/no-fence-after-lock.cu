// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: lock-discipline
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The lock is given back behind a fence but taken without one. Each holder
// moves an amount between two accounts. L1 holds their line, from looking up
// the amount before the lock was free, and goes on serving the old balances.

#include "runtime_case.h"

constexpr int Blocks = 64;
constexpr int Rounds = 16;

__device__ int locked;

__global__ void transfer(int *accounts) {
  if (threadIdx.x != 0)
    return;
  for (int round = 0; round < Rounds; ++round) {
    int amount = accounts[2];
    while (atomicExch(&locked, 1) != 0) {
    }
#if !WARPLINT_BUGGY
    __threadfence();
#endif
    // BUG(lock-discipline): no fence after taking the lock
    accounts[0] -= amount;
    accounts[1] += amount;
    __threadfence();
    atomicExch(&locked, 0);
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> accounts(3);
  while (trial.nextRound()) {
    accounts.write({5000, 5000, 1});
    transfer<<<Blocks, 32>>>(accounts.get());
    finish();
    std::vector<int> result = accounts.read();
    trial.expect(result[0], 5000 - Blocks * Rounds);
    trial.expect(result[1], 5000 + Blocks * Rounds);
  }
  return trial.outcome();
}
