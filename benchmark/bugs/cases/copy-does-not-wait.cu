// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A synchronous copy, which waits for the default stream, fetches what a
// stream writes that does not wait for that.

#include "bugs.h"

__global__ void total(const int *in, int *out) { atomicAdd(out, in[threadIdx.x]); }

int main() {
  cudaStream_t work;
  cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
  int *in = zeros<int>(256), *out = zeros<int>(1), result = 0;
  cudaDeviceSynchronize();
  total<<<1, 256, 0, work>>>(in, out);
#if !WARPLINT_BUGGY
  cudaStreamSynchronize(work);
#endif
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost); // BUG
  printf("%d\n", result);
  return finish();
}
