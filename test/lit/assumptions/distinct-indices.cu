// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-distinct-indices
//
// Each thread reads to which element it writes.
// ON-no-findings

__global__ void scatter(float *a, const int *to) {
  __shared__ float s[64];
  s[to[threadIdx.x]] = threadIdx.x; // OFF-warn shared-memory-race: is written
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x];
}
void launch(float *a, const int *to) { scatter<<<1, 64>>>(a, to); }
