// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-whole-trips
//
// Tiles and blocks are sized for each other.
// ON-no-findings

__global__ void fill(float *a) {
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    a[i] = 1;
    __syncthreads(); // OFF-warn divergent-barrier: {{.}}
  }
}
