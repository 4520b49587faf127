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
// A copy out of page-locked memory begins once a late kernel before it in the
// stream is over. The host has filled the memory anew by then.

#include "runtime_case.h"

__global__ void wait() { comeLate(20000000); }

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  int *staging = nullptr;
  DeviceArray<int> first(counting(Count)), second(counting(Count));
  cudaStream_t work;
  require(cudaMallocHost(&staging, Count * sizeof(int)));
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  while (trial.nextRound()) {
    for (int i = 0; i < Count; ++i)
      staging[i] = i;
    wait<<<1, 1, 0, work>>>();
    require(cudaMemcpyAsync(first.get(), staging, Count * sizeof(int),
                            cudaMemcpyHostToDevice, work));
#if !WARPLINT_BUGGY
    require(cudaStreamSynchronize(work));
#endif
    for (int i = 0; i < Count; ++i)
      // BUG(host-overwrite): the copy may still read it
      staging[i] = -1;
    require(cudaMemcpyAsync(second.get(), staging, Count * sizeof(int),
                            cudaMemcpyHostToDevice, work));
    finish();
    std::vector<int> seen = first.read();
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], i);
  }
  require(cudaFreeHost(staging));
  return trial.outcome();
}
