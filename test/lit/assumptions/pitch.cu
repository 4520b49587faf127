// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-pitch
//
// Rows are as far apart as nobody says.
// ON-no-findings

__global__ void fill(float *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; // OFF-warn global-memory-race: is written
}
void launch(float *a, int pitch) { fill<<<4, 64>>>(a, pitch); }
