// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier --prefix=OFF --assume=no-rows-of-warps
//
// Rows are numbered as warps of 32 threads.
// ON-no-findings

__global__ void wait(int *a) {
  int rank = 32 * threadIdx.y + threadIdx.x;
  int last = __shfl_sync(0xffffffff, threadIdx.x, 31);
  if (last == 31)
    __syncthreads(); // OFF-warn divergent-barrier: {{.}}
  a[rank] = last;
}
