// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-changed-meanwhile
//
// One thread sets what all ask, and some have not asked yet.
// OFF-no-findings

__global__ void turns(int n, float *out) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = n;
  __syncthreads();
  while (left > 0) {
    out[threadIdx.x] += 1;
    __syncthreads(); // ON-warn divergent-barrier: {{}}
    if (threadIdx.x == 0)
      left = left - 1;
  }
}
