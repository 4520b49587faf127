// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Launches that the host makes with few blocks only.

__global__ void whole(int *out, const int *in, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = in[i] + blockIdx.x;
}
__global__ void parts(int *out, const int *in, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = in[i] + blockIdx.x; // warn global-memory-race: is written by several threads at once
}
void launch(int *out, const int *in, int n) {
  int blocks = (n + 255) / 256;
  if (blocks > 1)
    parts<<<blocks, 256>>>(out, in, n);
  else
    whole<<<max(1, blocks), n>>>(out, in, n);
}

// Two blocks are allowed, and meet.
__global__ void pair(int *out, const int *in, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = in[i] + blockIdx.x; // warn global-memory-race: is written by several threads at once
}
void launchPair(int *out, const int *in, int n) {
  int blocks = (n + 255) / 256;
  if (blocks <= 2)
    pair<<<blocks, 256>>>(out, in, n);
}
