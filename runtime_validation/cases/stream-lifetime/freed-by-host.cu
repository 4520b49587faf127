// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: stream-lifetime
// fails: wrong result
// certainty: frequent
// trials: 5
// needs: sm_70
//
// cudaFree() does not wait for the users of memory that a stream has allocated.
// The next allocation gets the same block, and the late kernel writes there. Or
// the block is given back to the device before, and the kernel faults.

#include "runtime_case.h"

__global__ void setLate(int *out, int n) {
  comeLate(20000000);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = -1;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  cudaStream_t work, other;
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  while (trial.nextRound()) {
    int *scratch = nullptr, *next = nullptr;
    require(cudaMallocAsync(&scratch, Count * sizeof(int), work));
    require(cudaStreamSynchronize(work));
    setLate<<<1, Count, 0, work>>>(scratch, Count);
#if !WARPLINT_BUGGY
    require(cudaStreamSynchronize(work));
#endif
    // BUG(stream-lifetime): the kernel may still use it
    require(cudaFree(scratch));
    require(cudaMallocAsync(&next, Count * sizeof(int), other));
    require(cudaMemsetAsync(next, 0, Count * sizeof(int), other));
    finish();
    std::vector<int> seen(Count);
    require(cudaMemcpy(seen.data(), next, Count * sizeof(int),
                       cudaMemcpyDeviceToHost));
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], 0);
    require(cudaFreeAsync(next, other));
    finish();
  }
  return trial.outcome();
}
