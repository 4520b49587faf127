// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-in-bounds
//
// An index into a row of eight stays in the row.
// ON-no-findings

__global__ void fill(float *a, int column) {
  __shared__ float s[64][8];
  s[threadIdx.x][0] = threadIdx.x;
  a[threadIdx.x] = s[threadIdx.x][column]; // OFF-warn shared-memory-race: may still
}
void launch(float *a, int column) { fill<<<1, 64>>>(a, column); }
