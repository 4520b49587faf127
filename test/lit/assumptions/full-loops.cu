// RUN: %verify %s --checks=-*,warplint-uninitialized-shared-read --prefix=ON
// RUN: %verify %s --checks=-*,warplint-uninitialized-shared-read --prefix=OFF --assume=no-full-loops
//
// How many elements the loop fills is in memory.
// ON-no-findings

__global__ void fill(float *a, const int *count) {
  __shared__ float s[64];
  int n = count[0];
  for (int i = threadIdx.x; i < n; i += 32)
    s[i] = a[i];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x]; // OFF-warn uninitialized-shared-read: {{.}}
}
void launch(float *a, const int *count) { fill<<<1, 32>>>(a, count); }
