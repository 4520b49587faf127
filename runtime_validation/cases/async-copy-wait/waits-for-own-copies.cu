// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: async-copy-wait
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_80
//
// Each thread copies one element and waits for its own copy. Those of other
// threads may not even have started.

#include <cuda_pipeline.h>

#include "runtime_case.h"

constexpr int Threads = 128;

__global__ void reverse(const int *in, int *out) {
  __shared__ int stage[Threads];
  stage[threadIdx.x] = -1;
  __syncthreads();
  if (threadIdx.x < 32)
    comeLate(5000);
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  // BUG(async-copy-wait): another thread's copy, no barrier after the wait
  out[threadIdx.x] = stage[Threads - 1 - threadIdx.x];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Threads)), out(Threads);
  while (trial.nextRound()) {
    reverse<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], Threads - 1 - i);
  }
  return trial.outcome();
}
