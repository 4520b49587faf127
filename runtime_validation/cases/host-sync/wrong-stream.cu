// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: host-sync
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// The kernel runs in one stream and the host waits for another.

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
  cudaStream_t work, other;
  require(cudaMallocManaged(&squares, Count * sizeof(int)));
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  while (trial.nextRound()) {
    for (int i = 0; i < Count; ++i)
      squares[i] = -1;
    square<<<1, Count, 0, work>>>(in.get(), squares, Count);
#if WARPLINT_BUGGY
    require(cudaStreamSynchronize(other));
#else
    require(cudaStreamSynchronize(work));
#endif
    std::vector<int> seen(Count);
    for (int i = 0; i < Count; ++i)
      // BUG(host-sync): nobody has waited for the kernel's stream
      seen[i] = squares[i];
    finish();
    for (int i = 0; i < Count; ++i)
      trial.expect(seen[i], i * i);
  }
  require(cudaFree(squares));
  return trial.outcome();
}
