// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-chosen-bound
//
// The race shows with one value of the size.
// OFF-no-findings

__global__ void fill(float *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x / 2] = threadIdx.x; // ON-warn global-memory-race: is written
}
void launch(float *a, int n) { fill<<<1, 64>>>(a, n); }
