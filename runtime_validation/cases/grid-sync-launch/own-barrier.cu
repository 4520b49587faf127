// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: grid-sync-launch
// fails: hang
// certainty: certain
// trials: 2
// needs: sm_70
//
// All blocks wait until a counter says that all have come. There are more than
// the device holds: those that have started wait for those that cannot start.
// The mended program asks how many fit and launches no more.

#include "runtime_case.h"

constexpr int Threads = 1024;

__global__ void meet(unsigned *arrived, int *result) {
  if (threadIdx.x == 0) {
    __threadfence();
    // BUG(grid-sync-launch): blocks that wait keep the others from starting
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
    __threadfence();
    result[blockIdx.x] = 1;
  }
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 3);
#if WARPLINT_BUGGY
  int blocks = 4096;
#else
  int perMultiprocessor = 0, multiprocessors = 0;
  require(cudaDeviceGetAttribute(&multiprocessors,
                                 cudaDevAttrMultiProcessorCount, 0));
  require(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor,
                                                        meet, Threads, 0));
  int blocks = perMultiprocessor * multiprocessors;
#endif
  DeviceArray<unsigned> arrived(1);
  DeviceArray<int> result(blocks);
  unsigned *arrivedPointer = arrived.get();
  int *resultPointer = result.get();
  while (trial.nextRound()) {
    arrived.fill(0);
    result.fill(0);
#if WARPLINT_BUGGY
    meet<<<blocks, Threads>>>(arrivedPointer, resultPointer);
#else
    void *arguments[] = {&arrivedPointer, &resultPointer};
    require(cudaLaunchCooperativeKernel(meet, blocks, Threads, arguments));
#endif
    finish();
    for (int value : result.read())
      trial.expect(value, 1);
  }
  return trial.outcome();
}
