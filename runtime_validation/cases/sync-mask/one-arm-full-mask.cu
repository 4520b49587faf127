// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: sync-mask
// fails: wrong result
// certainty: frequent
// trials: 3
// needs: sm_70
//
// The lower half of a warp adds up pairs under a mask that names all lanes. The
// upper half is at the exchange below, and the two calls are taken for one.

#include "runtime_case.h"

__global__ void sumLowerHalf(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
#if WARPLINT_BUGGY
    // BUG(sync-mask): lanes 16 to 31 are named and do not come
    value += __shfl_xor_sync(0xffffffffu, value, 8);
#else
    value += __shfl_xor_sync(0x0000ffffu, value, 8);
#endif
  }
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, value, 16);
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(32)), out(32);
  while (trial.nextRound()) {
    sumLowerHalf<<<1, 32>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int lane = 0; lane < 32; ++lane)
      trial.expect(result[lane],
                   lane < 16 ? lane + 16 : (lane - 16) + ((lane - 16) ^ 8));
  }
  return trial.outcome();
}
