// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread gives its score a start value; the first pass reads those of
// other warps with nothing between.

#include "bugs.h"

__global__ void attend(const float *in, float *out) {
  __shared__ float score[128];
  int t = threadIdx.x;
  score[t] = -1e30f;
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  float best = score[(t + 64) % 128]; // BUG
  out[blockIdx.x * 128 + t] = fmaxf(best, in[t]);
}

int main() {
  attend<<<2, 128>>>(zeros<float>(128), zeros<float>(256));
  return finish();
}
