// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// case: barrier-token
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// With the C interface the token is easily dropped: the thread has arrived, and
// waits for nobody.

#include <cuda_awbarrier_primitives.h>

#include "runtime_case.h"

constexpr int Threads = 64;

__global__ void exchange(const int *in, int *out) {
  __shared__ __mbarrier_t meeting;
  __shared__ int box[Threads];
  box[threadIdx.x] = -1;
  if (threadIdx.x == 0)
    __mbarrier_init(&meeting, Threads);
  __syncthreads();
  if (threadIdx.x < 32)
    comeLate(2000);
  box[threadIdx.x] = in[threadIdx.x];
#if WARPLINT_BUGGY
  // BUG(barrier-token): the token is dropped, nobody waits
  __mbarrier_arrive(&meeting);
#else
  __mbarrier_token_t token = __mbarrier_arrive(&meeting);
  while (!__mbarrier_test_wait(&meeting, token)) {
  }
#endif
  // ALSO(shared-memory-race): what follows from it
  out[threadIdx.x] = box[Threads - 1 - threadIdx.x];
}

int main(int argc, char **argv) {
  using namespace runtime_case;
  Trial trial(argc, argv, 20);
  DeviceArray<int> in(counting(Threads)), out(Threads);
  while (trial.nextRound()) {
    exchange<<<1, Threads>>>(in.get(), out.get());
    finish();
    std::vector<int> result = out.read();
    for (int i = 0; i < Threads; ++i)
      trial.expect(result[i], Threads - 1 - i);
  }
  return trial.outcome();
}
