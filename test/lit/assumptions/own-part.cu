// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-own-part
//
// Each thread has eight elements, and reads which of them it takes.
// ON-no-findings

__global__ void fill(float *a, const int *slot) {
  __shared__ float s[512];
  s[threadIdx.x * 8] = 0;
  s[threadIdx.x * 8 + slot[threadIdx.x]] = 1; // OFF-warn shared-memory-race: is written
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x];
}
void launch(float *a, const int *slot) { fill<<<1, 64>>>(a, slot); }
