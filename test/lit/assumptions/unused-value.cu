// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-unused-value
//
// Those that read what others write leave before they use it.
// ON-no-findings

__global__ void late(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, x = 0;
  s[t] = t + 1;
  __syncthreads();
  if (t <= 62)
    s[t] = 2 * t;
  if (t > 62)
    x = s[t - 62]; // OFF-warn shared-memory-race: is read
  __syncthreads();
  if (t >= 32)
    return;
  out[t] = x;
}
void launch(int *out) { late<<<1, 128>>>(out); }
