// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: host-overwrite
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A late kernel reads its input in place, from a ring of two page-locked
// buffers. The host fills the buffer again for the step after the next.

#include "runtime_case.h"

__global__ void addLate(const int *input, int *sums, int n) {
  comeLate(20000000);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sums[i] += input[i];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256, Slots = 2, Steps = 4;
  Trial trial(argc, argv, 5);
  int *ring[Slots];
  cudaEvent_t read[Slots];
  DeviceArray<int> sums(Count);
  cudaStream_t work;
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  for (int slot = 0; slot < Slots; ++slot) {
    require(cudaMallocHost(&ring[slot], Count * sizeof(int)));
    require(cudaEventCreateWithFlags(&read[slot], cudaEventDisableTiming));
  }
  while (trial.nextRound()) {
    require(cudaMemset(sums.get(), 0, Count * sizeof(int)));
    finish();
    for (int step = 0; step < Steps; ++step) {
      int slot = step % Slots;
#if !WARPLINT_BUGGY
      require(cudaEventSynchronize(read[slot]));
#endif
      for (int i = 0; i < Count; ++i)
        // BUG(host-overwrite): the step before the last may still read it
        ring[slot][i] = 1 << (4 * step);
      addLate<<<1, Count, 0, work>>>(ring[slot], sums.get(), Count);
      require(cudaEventRecord(read[slot], work));
    }
    finish();
    std::vector<int> seen = sums.read();
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], 0x1111);
  }
  for (int slot = 0; slot < Slots; ++slot)
    require(cudaFreeHost(ring[slot]));
  return trial.outcome();
}
