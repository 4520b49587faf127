// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-whole-warps
//
// The last lane of each warp says how far it is.
// ON-no-findings

__global__ void wait(int *a) {
  int last = __shfl_sync(0xffffffff, threadIdx.x % 32, 31);
  if (last > 3)
    __syncthreads(); // OFF-warn divergent-barrier: {{.}}
  a[threadIdx.x] = last;
}
