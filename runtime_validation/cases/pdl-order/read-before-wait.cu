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
// The second kernel may start when the first one lets it, and reads what the
// first one writes late. Only the wait orders the two.

#include "runtime_case.h"

constexpr int Threads = 128;

__global__ void produceLate(int *data, int value) {
  cudaTriggerProgrammaticLaunchCompletion();
  comeLate(300000);
  data[blockIdx.x * Threads + threadIdx.x] = value;
}

__global__ void consume(int *data, int *out) {
  int i = blockIdx.x * Threads + threadIdx.x;
#if WARPLINT_BUGGY
  // BUG(pdl-order): the kernel ahead may not have written it
  out[i] = data[i];
  cudaGridDependencySynchronize();
#else
  cudaGridDependencySynchronize();
  out[i] = data[i];
#endif
  data[i] = 0;
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
  while (trial.nextRound()) {
    data.fill(0);
    out.fill(0);
    produceLate<<<Blocks, Threads>>>(data.get(), 7);
    require(cudaLaunchKernelEx(&config, consume, data.get(), out.get()));
    finish();
    for (int value : out.read())
      trial.expect(value, 7);
  }
  return trial.outcome();
}
