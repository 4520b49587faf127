// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-offset
//
// Two offsets are two parts of the buffer.
// ON-no-findings

__global__ void fill(float *a, int first, int second) {
  a[first + threadIdx.x] = threadIdx.x;
  a[second + threadIdx.x] = -1.0f; // OFF-warn global-memory-race: is written
}
void launch(float *a, int first, int second) {
  fill<<<1, 64>>>(a, first, second);
}
