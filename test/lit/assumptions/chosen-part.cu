// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-chosen-part
//
// The race shows with one value of the size.
// OFF-no-findings

__global__ void fill(float *a, int part, int pitch) {
  a[blockIdx.x * part + threadIdx.y * pitch] = threadIdx.x; // ON-warn global-memory-race: is written
}
void launch(float *a, int part, int pitch) {
  fill<<<4, dim3(32, 4)>>>(a, part, pitch);
}
