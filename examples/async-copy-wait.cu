// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Asynchronous copies: the destination is nobody's until the copy is waited
// for.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void readsBeforeGroupWait(const int *in, int *out) {
  __shared__ int stage[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, stage, in, sizeof(stage));
  // BUG(async-copy-wait): the copy may still be under way
  out[threadIdx.x] = stage[127 - threadIdx.x];
  cg::wait(block);
}

__global__ void readsAfterGroupWaitMended(const int *in, int *out) {
  __shared__ int stage[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, stage, in, sizeof(stage));
  cg::wait(block);
  out[threadIdx.x] = stage[127 - threadIdx.x];
}

__global__ void waitsOnlyForOwnCopies(const int *in, int *out) {
  __shared__ int stage[128];
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  // BUG(async-copy-wait): another thread's copy, no barrier after the wait
  out[threadIdx.x] = stage[127 - threadIdx.x];
}

__global__ void waitsForAllMended(const int *in, int *out) {
  __shared__ int stage[128];
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = stage[127 - threadIdx.x];
}
