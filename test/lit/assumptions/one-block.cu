// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON --block-dim=32,8
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-one-block --block-dim=32,8
//
// Rows are shared by threads and blocks; perhaps there is one block along y.
// ON-no-findings

__global__ void add(const float *in, float *out, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int r = blockIdx.y * 8 + threadIdx.y; r < n; r += 8 * gridDim.y)
    v += in[r * n + c];
  if (threadIdx.y == 0 && c < n)
    out[c] = v; // OFF-warn global-memory-race: is written
}
