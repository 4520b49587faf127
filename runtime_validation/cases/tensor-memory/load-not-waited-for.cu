// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: tensor-memory
// fails: wrong result
// certainty: rare
// trials: 5
// needs: sm_100a
//
// Each warp takes its words through tensor memory. The load runs on when the warp
// goes on, so that its registers may still hold something else when they are used.

#include "runtime_case.h"

constexpr int Threads = 128;
constexpr int Columns = 32;
constexpr int Words = 4;

__device__ unsigned sharedAddress(const void *p) {
  return unsigned(__cvta_generic_to_shared(p));
}

__global__ void __launch_bounds__(Threads) passThrough(const int *in, int *out) {
  __shared__ unsigned base;
  const unsigned warp = threadIdx.x / 32;
  if (warp == 0)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;"
                 ::"r"(sharedAddress(&base)), "n"(Columns) : "memory");
  __syncthreads();
  const unsigned at = base + (warp * 32 << 16);
  const int first = (blockIdx.x * Threads + threadIdx.x) * Words;
  asm volatile("tcgen05.st.sync.aligned.32x32b.x4.b32 [%0], {%1, %2, %3, %4};"
               ::"r"(at), "r"(in[first]), "r"(in[first + 1]), "r"(in[first + 2]),
               "r"(in[first + 3]) : "memory");
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  int word[Words];
#if WARPLINT_BUGGY
  // BUG(tensor-memory): nothing waits for the load
#endif
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])
               : "r"(at) : "memory");
#if !WARPLINT_BUGGY
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
#endif
  for (int i = 0; i < Words; ++i)
    out[first + i] = word[i];
  __syncthreads();
  if (warp == 0)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;"
                 ::"r"(base), "n"(Columns));
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  constexpr int Blocks = 512;
  DeviceArray<int> in(counting(Blocks * Threads * Words, 3, 1));
  DeviceArray<int> out(Blocks * Threads * Words);
  while (trial.nextRound()) {
    out.fill(0);
    passThrough<<<Blocks, Threads>>>(in.get(), out.get());
    finish();
    const std::vector<int> words = out.read();
    for (int i = 0; i < Blocks * Threads * Words; ++i)
      trial.expect(words[i], 3 * i + 1);
  }
  return trial.outcome();
}
