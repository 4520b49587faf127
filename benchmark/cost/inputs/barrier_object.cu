// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark input: <cuda/barrier> and cooperative groups. The barrier lies in
// dynamic shared memory so that clang, too, accepts the file.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <utility>

namespace cg = cooperative_groups;

__global__ void exchange(float *values, int rounds) {
  using Meeting = cuda::barrier<cuda::thread_scope_block>;
  extern __shared__ float box[];
  Meeting *meeting = reinterpret_cast<Meeting *>(box + blockDim.x);
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(meeting, block.size());
  block.sync();
  for (int round = 0; round < rounds; ++round) {
    box[threadIdx.x] = values[threadIdx.x];
    Meeting::arrival_token token = meeting->arrive();
    meeting->wait(std::move(token));
    values[threadIdx.x] += box[blockDim.x - 1 - threadIdx.x];
    block.sync();
  }
}
