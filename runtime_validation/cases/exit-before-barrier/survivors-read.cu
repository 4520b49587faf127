// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: exit-before-barrier
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// Threads past the end return. The barrier does not wait for them on this
// hardware, and the others read elements that the returned threads should have
// set.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Used = 96;

__global__ void reverse(const int *in, int *out, int n) {
  __shared__ int box[Threads];
  box[threadIdx.x] = -1;
  __syncthreads();
  int i = threadIdx.x;
#if WARPLINT_BUGGY
  if (i >= n)
    return;
  box[i] = in[i];
  // BUG(exit-before-barrier): the elements past n are never set
  __syncthreads();
  out[i] = box[Threads - 1 - i];
#else
  box[i] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n)
    out[i] = box[Threads - 1 - i];
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Threads, 1, 1)), out(Threads);
  while (trial.nextRound()) {
    reverse<<<1, Threads>>>(in.get(), out.get(), Used);
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Used; ++i)
      trial.expect(result[i], Threads - 1 - i < Used ? Threads - i : 0);
  }
  return trial.outcome();
}
