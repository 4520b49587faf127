// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-one-warp
//
// Nothing asks for more than one warp.
// ON-no-findings

__global__ void turn(float *a) {
  __shared__ float s[32];
  s[threadIdx.x % 32] = a[threadIdx.x]; // OFF-warn shared-memory-race: {{.}}
  __syncwarp();
  a[threadIdx.x] = s[31 - threadIdx.x % 32]; // OFF-warn shared-memory-race: {{.}}
}
