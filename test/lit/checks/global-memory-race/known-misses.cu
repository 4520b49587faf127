// RUN: %verify %s --checks=-*,warplint-global-memory-race
// XFAIL: *
//
// Races that this check does not see. When one is mended, it moves to races.cu.

__global__ void untilUnequal(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n;
  for (int k = n; k != 1; --k)
    x[at++] = k;
  x[at + 1] = 1; // warn global-memory-race: may still write it
}
