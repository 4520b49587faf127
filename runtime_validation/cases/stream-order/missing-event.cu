// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: stream-order
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A kernel in one stream comes late, and one in another stream reads what it
// writes.

#include "runtime_case.h"

__global__ void square(const int *in, int *out, int n) {
  comeLate(20000000);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i];
}

__global__ void increase(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + 1;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  DeviceArray<int> in(counting(Count)), out(Count);
  int *squares = nullptr;
  cudaStream_t first, second;
  cudaEvent_t squared;
  require(cudaMalloc(&squares, Count * sizeof(int)));
  require(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  require(cudaEventCreateWithFlags(&squared, cudaEventDisableTiming));
  // Loaded before, so that no launch waits for the other one.
  increase<<<1, Count, 0, second>>>(in.get(), out.get(), Count);
  finish();
  while (trial.nextRound()) {
    require(cudaMemset(squares, 0, Count * sizeof(int)));
    finish();
    square<<<1, Count, 0, first>>>(in.get(), squares, Count);
#if !WARPLINT_BUGGY
    require(cudaEventRecord(squared, first));
    require(cudaStreamWaitEvent(second, squared, 0));
#endif
    // BUG(stream-order): the other stream may still write the squares
    increase<<<1, Count, 0, second>>>(squares, out.get(), Count);
    finish();
    std::vector<int> seen = out.read();
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], i * i + 1);
  }
  require(cudaFree(squares));
  return trial.outcome();
}
