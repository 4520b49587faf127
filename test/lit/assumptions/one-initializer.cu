// RUN: %verify %s --checks=-*,warplint-barrier-init --prefix=ON
// RUN: %verify %s --checks=-*,warplint-barrier-init --prefix=OFF --assume=no-one-initializer
//
// The first thread of each row initializes, and one is meant.
// ON-no-findings

#include <cuda/barrier>

__global__ void setUp(float *a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, 256); // OFF-warn barrier-init: {{.}}
  __syncthreads();
  bar.arrive_and_wait();
  a[threadIdx.x] = 1;
}
void run(float *a) { setUp<<<1, dim3(32, 8)>>>(a); }
