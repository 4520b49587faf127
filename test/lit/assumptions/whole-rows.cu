// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier --prefix=OFF --assume=no-whole-rows
//
// Rows may be whole warps, so that lanes go one way.
// ON-no-findings

__global__ void wait(int *a) {
  if (threadIdx.y == 1)
    __syncwarp(); // OFF-warn sync-mask: {{.}}
  a[threadIdx.x] = 1;
}
