// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-repeated-read
//
// The flag is the same both times, in all threads.
// ON-no-findings

__global__ void fill(float *a, const int *flag) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  if (flag[blockIdx.x])
    s[threadIdx.x] = threadIdx.x;
  if (blockIdx.x < 4 && !flag[blockIdx.x % 4])
    a[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x]; // OFF-warn shared-memory-race: may still
}
void launch(float *a, const int *flag) { fill<<<8, 64>>>(a, flag); }
