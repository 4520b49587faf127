// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: tensor-memory
// fails: hang
// certainty: rare
// trials: 5
// needs: sm_100a
//
// Each block allocates all columns of its multiprocessor and leaves without freeing
// them. An allocation waits until the columns are free, so that the next block on the
// same multiprocessor may wait for ever.

#include "runtime_case.h"

constexpr int Threads = 32;
constexpr int Columns = 512;

__device__ unsigned sharedAddress(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}

__global__ void __launch_bounds__(Threads) takeAll(int *out) {
  __shared__ unsigned base;
  // BUG(tensor-memory): no warp frees the columns
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;"
               ::"r"(sharedAddress(&base)), "n"(Columns) : "memory");
  __syncwarp();
  out[blockIdx.x * Threads + threadIdx.x] = 1;
#if !WARPLINT_BUGGY
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;"
               ::"r"(base), "n"(Columns));
#endif
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 5);
  constexpr int Blocks = 4096;
  DeviceArray<int> out(Blocks * Threads);
  while (trial.nextRound()) {
    out.fill(0);
    takeAll<<<Blocks, Threads>>>(out.get());
    finish();
    for (int written : out.read())
      trial.expect(written, 1);
  }
  return trial.outcome();
}
