// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-sentinel
//
// No product is the largest number there is.
// ON-no-findings

#include <cfloat>

__global__ void untilNone(const double *in, double *out, int n) {
  __shared__ double least;
  if (threadIdx.x == 0)
    least = in[0] * in[0];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (DBL_MAX == least)
      break;
    if (threadIdx.x == 0)
      least = in[i] * in[i + 1];
    __syncthreads(); // OFF-warn divergent-barrier: {{.}}
    out[i] = least;
    if (in[i] < 0)
      least = DBL_MAX;
    __syncthreads();
  }
}
