// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-part-of-block
//
// Each block has a part of its own, with rows in it.
// ON-no-findings

__global__ void fill(float *a, int part, int pitch) {
  a[blockIdx.x * part + threadIdx.y * pitch + threadIdx.x] = blockIdx.x; // OFF-warn global-memory-race: is written
}
void launch(float *a, int part, int pitch) {
  fill<<<4, dim3(16, 4)>>>(a, part, pitch);
}
