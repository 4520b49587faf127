// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-chosen-pitch
//
// The race shows with one value of the size.
// OFF-no-findings

__global__ void fill(float *a, int pitch) {
  a[threadIdx.y * pitch] = threadIdx.x; // ON-warn global-memory-race: is written
}
void launch(float *a, int pitch) { fill<<<1, dim3(32, 4)>>>(a, pitch); }
