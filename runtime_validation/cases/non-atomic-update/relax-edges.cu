// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: non-atomic-update
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// One round of relaxing edges: a shorter way to a node is stored if it is
// shorter than the one known. All lanes of a warp lead to one node and find its
// old distance; the last one to store wins, and that is not the shortest.

#include "runtime_case.h"

constexpr int Threads = 256;
constexpr int Blocks = 16;
constexpr int Nodes = Blocks * Threads / 32; // One for the edges of a warp.

__global__ void relax(const int *target, const int *length, int *distance) {
  int edge = blockIdx.x * Threads + threadIdx.x;
#if WARPLINT_BUGGY
  if (length[edge] < distance[target[edge]])
    // BUG(non-atomic-update): possible: other edges lead to the same node
    distance[target[edge]] = length[edge];
#else
  if (length[edge] < distance[target[edge]])
    atomicMin(&distance[target[edge]], length[edge]);
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Edges = Blocks * Threads;
  std::vector<int> to, far;
  for (int edge = 0; edge < Edges; ++edge) {
    to.push_back(edge / 32);
    far.push_back(100 + (edge * 7 + 3) % 32); // The shortest is in some lane.
  }
  DeviceArray<int> target(to), length(far), distance(Nodes);
  while (trial.nextRound()) {
    distance.fill(1 << 20);
    relax<<<Blocks, Threads>>>(target.get(), length.get(), distance.get());
    finish();
    for (int found : distance.read())
      trial.expect(found, 100);
  }
  return trial.outcome();
}
