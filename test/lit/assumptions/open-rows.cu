// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=OFF --assume=no-open-rows
//
// Warps leave as a whole, and the rest read as many elements of their row as
// nobody says.

__global__ void rows(const float *in, const int *kind, float *out, int n) {
  __shared__ float s[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (kind[warp] < 0)
    return;
  if (lane == 0)
    s[2 * warp] = in[threadIdx.x];
  __syncthreads(); // ON-warn exit-before-barrier: (portability)
  // OFF-warn@-1 exit-before-barrier: and what they should have written is read
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[2 * warp + i];
  out[threadIdx.x] = sum;
}
