// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A thread that leaves must say so, or the others wait for it forever.

#include <cuda/barrier>
#include <utility>

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void leavesSilently(const int *work, int *done, int rounds) {
  __shared__ BlockBarrier meeting;
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (work[threadIdx.x] == round) {
      // BUG(barrier-dropout): the barrier goes on expecting this thread
      return;
    }
    BlockBarrier::arrival_token token = meeting.arrive();
    meeting.wait(std::move(token));
    done[threadIdx.x] = round;
  }
}

__global__ void leavesMended(const int *work, int *done, int rounds) {
  __shared__ BlockBarrier meeting;
  if (threadIdx.x == 0)
    init(&meeting, blockDim.x);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (work[threadIdx.x] == round) {
      meeting.arrive_and_drop();
      return;
    }
    BlockBarrier::arrival_token token = meeting.arrive();
    meeting.wait(std::move(token));
    done[threadIdx.x] = round;
  }
}
