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
// A synchronous copy waits for the default stream, and not for a non-blocking
// one.

#include "runtime_case.h"

__global__ void square(const int *in, int *out, int n) {
  comeLate(20000000);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  constexpr int Count = 256;
  Trial trial(argc, argv, 5);
  DeviceArray<int> in(counting(Count));
  int *squares = nullptr;
  cudaStream_t work;
  require(cudaMalloc(&squares, Count * sizeof(int)));
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  while (trial.nextRound()) {
    require(cudaMemset(squares, 0xff, Count * sizeof(int)));
    finish();
    square<<<1, Count, 0, work>>>(in.get(), squares, Count);
#if !WARPLINT_BUGGY
    require(cudaStreamSynchronize(work));
#endif
    int seen[Count];
    // BUG(stream-order): the copy does not wait for the stream
    require(cudaMemcpy(seen, squares, sizeof(seen), cudaMemcpyDeviceToHost));
    finish();
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], i * i);
  }
  require(cudaFree(squares));
  return trial.outcome();
}
