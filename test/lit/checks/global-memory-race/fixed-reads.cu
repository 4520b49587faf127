// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Memory that nobody writes holds one value in each element, whatever the
// index by which a thread comes there.

// Who writes out[0] knows of in[0] what who would come there as well does not.
__global__ void first(const int *in, int *out) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (in[0] <= 0 && g == 100)
    out[0] = g; // silent: no-alias
  if (in[g] > 0)
    out[g] = 0; // silent: no-alias
}
__global__ void second(const int *in, int *out) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (in[1] <= 0 && g == 100)
    out[0] = g;
  if (in[g] > 0)
    out[g] = 0; // warn global-memory-race: 'out[0]' is written while a thread of another block may still write it
}
// What is read may have changed.
__global__ void changed(int *in, int *out) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (in[0] <= 0 && g == 100)
    out[0] = g; // silent: no-alias
  in[g] = 1; // warn global-memory-race: 'in[0]' is overwritten while a thread of another block may still read it
  if (in[g] > 0)
    out[g] = 0; // silent: no-alias
}

// A flag says whether the neighbour or oneself does it.
__global__ void oneOfTwo(const unsigned char *flag, int *out, int n) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (g + 1 >= n)
    return;
  if (flag[g + 1])
    out[g + 1] = g; // silent: no-alias
  if (!flag[g])
    out[g] = 2 * g; // silent: no-alias
}
__global__ void bothOfTwo(const unsigned char *flag, int *out, int n) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (g + 1 >= n)
    return;
  if (flag[g + 1])
    out[g + 1] = g; // silent: no-alias
  if (flag[g])
    out[g] = 2 * g; // warn global-memory-race: 'out[64]' is written while a thread of another block may still write it
}

// A word that is not 0 may have a first byte that is.
__global__ void wordAndByte(const int *words, int *out, int n) {
  int g = blockIdx.x * 64 + threadIdx.x;
  if (g + 1 >= n)
    return;
  const char *bytes = reinterpret_cast<const char *>(words);
  if (words[g + 1])
    out[g + 1] = g;
  if (!bytes[4 * g])
    out[g] = 2 * g; // warn global-memory-race: 'out[64]' is written while a thread of another block may still write it
}

// In one block, through a tile: left by the greater of two, or by both.
__global__ void greater(const float *in, float *out) {
  __shared__ float best[257];
  int t = threadIdx.x;
  if (in[t] > in[t + 1])
    best[t + 1] = in[t];
  if (t > 0 && in[t - 1] <= in[t])
    best[t] = in[t]; // silent: repeated-read
  __syncthreads();
  out[t] = best[t + 1]; // silent: no-alias
}
__global__ void notGreater(const int *in, int *out) {
  __shared__ int best[257];
  int t = threadIdx.x;
  if (in[t] >= in[t + 1])
    best[t + 1] = in[t];
  if (t > 0 && in[t - 1] <= in[t])
    best[t] = t; // warn shared-memory-race: is written while another thread of the block may still write it
  __syncthreads();
  out[t] = best[t + 1]; // silent: no-alias
}

void launches(int *i, int *o, float *f, unsigned char *b, int n) {
  first<<<4, 64>>>(i, o);
  second<<<4, 64>>>(i, o);
  changed<<<4, 64>>>(i, o);
  oneOfTwo<<<4, 64>>>(b, o, n);
  bothOfTwo<<<4, 64>>>(b, o, n);
  wordAndByte<<<4, 64>>>(i, o, n);
  greater<<<4, 256>>>(f, f + 2000);
  notGreater<<<4, 256>>>(i, o);
}
