// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-launch
//
// Nothing launches the kernel: it is looked at in a block that suits it.
// OFF-no-findings

__global__ void turn(float *a) {
  __shared__ float s[256];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[255 - threadIdx.x]; // ON-warn shared-memory-race: may still
}
