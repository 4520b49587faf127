// One warp fills a row for another one, which says when it may be filled again.
// arch: sm_90a
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

using Phase = unsigned long long;

__device__ unsigned address(Phase *bar) { return __cvta_generic_to_shared(bar); }

__device__ void init(Phase *bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address(bar)), "r"(count) : "memory");
}

__device__ void arrive(Phase *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(bar)) : "memory");
}

__device__ void wait(Phase *bar, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done) : "r"(address(bar)), "r"(parity) : "memory");
}

__global__ void __launch_bounds__(64) pass(const float *in, float *out, int rows) {
  __shared__ float row[32];
  __shared__ Phase full, empty;
  const int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&full, 1);
    init(&empty, 32);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int r = 0; r < rows; ++r) {
      wait(&empty, (r & 1) ^ 1);
      row[lane] = in[32 * r + lane];
      __syncwarp();
      if (lane == 0)
        arrive(&full);
    }
  } else {
    for (int r = 0; r < rows; ++r) {
      wait(&full, r & 1);
      const float value = row[31 - lane];
      arrive(&empty);
      out[32 * r + lane] = value;
    }
  }
}

void launch(const float *in, float *out, int rows) { pass<<<1, 64>>>(in, out, rows); }
