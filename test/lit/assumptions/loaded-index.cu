// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-loaded-index
//
// Who is read is in memory.
// OFF-no-findings

__global__ void pick(float *a, const int *from) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[from[threadIdx.x]]; // ON-warn shared-memory-race: may still
}
void launch(float *a, const int *from) { pick<<<1, 64>>>(a, from); }
