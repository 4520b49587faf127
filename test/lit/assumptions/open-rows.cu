// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --prefix=OFF --assume=no-open-rows
//
// Rows leave as a whole, and columns count up to a number that nobody knows.

__global__ void rows(const float *in, float *out, int length, int count) {
  extern __shared__ float data[];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * blockDim.y + y;
  if (row >= count)
    return;
  float *part = data + y * (length + 1);
  int columns = 1 + min(length, count - row);
  if (x < columns)
    part[x] = in[row * length + x];
  __syncthreads(); // ON-warn exit-before-barrier: (portability)
  // OFF-warn@-1 exit-before-barrier: should have written
  float most = part[0];
  for (int i = 1; i < columns; i++)
    most = max(most, part[i]);
  out[row] = most;
}
