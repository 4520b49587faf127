// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-chosen-step
//
// The race shows with one value of the size.
// OFF-no-findings

__global__ void fill(float *a, int stride) {
  for (int i = threadIdx.x; i < 1024; i += stride)
    a[i / 2] = threadIdx.x; // ON-warn global-memory-race: is written
}
void launch(float *a, int stride) { fill<<<1, 64>>>(a, stride); }
