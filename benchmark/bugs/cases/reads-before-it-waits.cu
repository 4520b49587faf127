// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that starts beside the one before it reads what that writes, and
// waits for it afterwards.

#include "bugs.h"

__global__ void produce(int *data) {
  asm volatile("griddepcontrol.launch_dependents;");
  data[blockIdx.x * 128 + threadIdx.x] = blockIdx.x;
}
__global__ void consume(const int *data, int *out) {
  int at = blockIdx.x * 128 + threadIdx.x;
#if WARPLINT_BUGGY
  int value = data[at]; // BUG
  asm volatile("griddepcontrol.wait;" ::: "memory");
#else
  asm volatile("griddepcontrol.wait;" ::: "memory");
  int value = data[at];
#endif
  out[at] = value + 1;
}

int main() {
  int *data = zeros<int>(4096), *out = zeros<int>(4096);
  produce<<<32, 128>>>(data);
  cudaLaunchConfig_t how = {};
  cudaLaunchAttribute beside[1];
  beside[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  beside[0].val.programmaticStreamSerializationAllowed = 1;
  how.gridDim = dim3(32);
  how.blockDim = dim3(128);
  how.attrs = beside;
  how.numAttrs = 1;
  cudaLaunchKernelEx(&how, consume, (const int *)data, out);
  return finish();
}
