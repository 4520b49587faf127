// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-in-row
//
// Rows of four elements, and a loop whose end is in memory.
// ON-no-findings

__global__ void fill(float *a, const int *more) {
  int n = more[0];
  for (int k = 0; k < n; ++k)
    a[threadIdx.x * 4 + k] = threadIdx.x; // OFF-warn global-memory-race: is written
}
void launch(float *a, const int *more) { fill<<<1, 64>>>(a, more); }
