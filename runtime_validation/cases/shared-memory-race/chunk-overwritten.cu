// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: shared-memory-race
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// A loop stages chunks in shared memory. Without a barrier at its end, fast
// warps write the next chunk while slow ones still read the last.

#include "runtime_case.h"

constexpr int Chunk = 128;
constexpr int Length = 16 * Chunk;

__global__ void weightedSum(const int *left, const int *right, int *dot) {
  __shared__ int chunk[Chunk];
  int sum = 0;
  for (int base = 0; base < Length; base += Chunk) {
    // BUG(shared-memory-race): slower threads still read the last chunk below
    chunk[threadIdx.x] = left[base + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
      comeLate(50000);
    for (int i = 0; i < Chunk; ++i)
      sum += chunk[i] * right[base + i];
#if !WARPLINT_BUGGY
    __syncthreads();
#endif
  }
  dot[threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> left(counting(Length)), right(counting(Length, 0, 1));
  DeviceArray<int> dot(Chunk);
  while (trial.nextRound()) {
    weightedSum<<<1, Chunk>>>(left.get(), right.get(), dot.get());
    finish();
    for (int sum : dot.read())
      trial.expect(sum, Length * (Length - 1) / 2);
  }
  return trial.outcome();
}
