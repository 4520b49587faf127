// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: pdl-order
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_90
//
// The kernel in the middle lets its dependents start and waits for nobody. It
// runs beside the first one, whose results it misses.

#include "runtime_case.h"

constexpr int Threads = 128;

__global__ void produceLate(int *data, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  comeLate(300000);
  data[blockIdx.x * Threads + threadIdx.x] = value;
}

__global__ void pass(const int *data, int *out) {
#if !WARPLINT_BUGGY
  cudaGridDependencySynchronize();
#endif
  cudaTriggerProgrammaticLaunchCompletion();
  int i = blockIdx.x * Threads + threadIdx.x;
  out[i] = data[i] + 1;
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Blocks = 16;
  DeviceArray<int> data(Blocks * Threads), out(Blocks * Threads);
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(Blocks);
  config.blockDim = dim3(Threads);
  config.attrs = &early;
  config.numAttrs = 1;
  const int *from = data.get();
  while (trial.nextRound()) {
    data.fill(0);
    out.fill(0);
    produceLate<<<Blocks, Threads>>>(data.get(), 7);
    // BUG(pdl-order): launched to start early, and it never waits
    require(cudaLaunchKernelEx(&config, pass, from, out.get()));
    finish();
    for (int value : out.read())
      trial.expect(value, 8);
  }
  return trial.outcome();
}
