// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two collectives of the block work in one storage, the second while slow
// threads are in the first.

#include "bugs.h"

#include <cub/block/block_reduce.cuh>

__global__ void two(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128>;
  __shared__ typename Reduce::TempStorage storage;
  float value = in[blockIdx.x * 128 + threadIdx.x];
  float sum = Reduce(storage).Sum(value);
#if !WARPLINT_BUGGY
  __syncthreads();
#endif
  float squares = Reduce(storage).Sum(value * value); // BUG
  if (threadIdx.x == 0)
    out[blockIdx.x] = squares - sum * sum;
}

int main() {
  two<<<4, 128>>>(zeros<float>(512), zeros<float>(4));
  return finish();
}
