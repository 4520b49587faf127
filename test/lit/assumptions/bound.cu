// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-bound
//
// There is work for all threads.
// ON-no-findings

__global__ void fill(int *out, int n) {
  __shared__ int s[64];
  if (int(threadIdx.x) < n)
    s[threadIdx.x] = threadIdx.x; // OFF-warn shared-memory-race: is written
  else
    s[0] = threadIdx.x; // OFF-warn shared-memory-race: is written
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void launch(int *out, int n) { fill<<<1, 64>>>(out, n); }
