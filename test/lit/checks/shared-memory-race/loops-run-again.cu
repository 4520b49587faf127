// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// What a loop has left before a barrier says nothing of the iterations of the
// same loop behind it.

__global__ void byFlag(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, v = in[t];
  for (int r = 0; r < n; r++) {
    s[t] = v; // warn shared-memory-race: may still read it
    __syncthreads();
    bool hit = false;
    for (int i = 0; i < 256; i++)
      if (s[i] == r)
        hit = true;
    if (hit) {
      out[v] = r;
      v = 0;
    }
  }
}
__global__ void byFlagWithBarrier(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x, v = in[t];
  for (int r = 0; r < n; r++) {
    s[t] = v;
    __syncthreads();
    bool hit = false;
    for (int i = 0; i < 256; i++)
      if (s[i] == r)
        hit = true;
    if (hit) {
      out[v] = r;
      v = 0;
    }
    __syncthreads();
  }
}
// The store stands before the loop that found the flag.
__global__ void byFlagOfBefore(const int *in, int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, best = in[t];
  do {
    s[t] = best; // warn shared-memory-race: may still read it
    __syncthreads();
    out[best] = n;
    int found = -1, i = 0;
    while (i < 128) {
      if (s[i] > n)
        found = 1;
      ++i;
    }
    if (found > 0)
      best = -1;
  } while (n-- > 0);
}
// How far the loop has gone is what is stored.
__global__ void byCounter(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, last = 0;
  for (; n > 0; --n) {
    s[t] = in[t + n] + last; // warn shared-memory-race: may still read it
    __syncthreads();
    int i = 0, sum = 0;
    for (; i < 64; i += 4)
      sum += s[i];
    out[last * 64 + t] = sum;
    last = i;
  }
}
__global__ void twoHalves(const int *in, int *out, int n) {
  __shared__ int s[2][256];
  int t = threadIdx.x, v = in[t];
  for (int r = 0; r < n; r++) {
    s[r & 1][t] = v;
    __syncthreads();
    bool hit = false;
    for (int i = 0; i < 256; i++)
      if (s[r & 1][i] == r)
        hit = true;
    if (hit) {
      out[v] = r;
      v = 0;
    }
  }
}
void launch(const int *in, int *out, int n) {
  byFlag<<<1, 256>>>(in, out, n);
  byFlagWithBarrier<<<1, 256>>>(in, out, n);
  byFlagOfBefore<<<1, 128>>>(in, out, n);
  byCounter<<<1, 64>>>(in, out, n);
  twoHalves<<<1, 256>>>(in, out, n);
}
