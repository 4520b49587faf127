// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-step
//
// The stride is the number of threads.
// ON-no-findings

__global__ void fill(float *a, int stride) {
  for (int i = threadIdx.x; i < 1024; i += stride)
    a[i] = threadIdx.x; // OFF-warn global-memory-race: is written
}
void launch(float *a, int stride) { fill<<<1, 64>>>(a, stride); }
