// RUN: %verify %s --checks=-*,warplint-global-memory-race --
//
// Nothing says how many threads a block has, but how many elements: each thread has
// several, one behind the other or a block apart.

constexpr int Elements = 1024;

__global__ void aBlockApart(float *out, const float *in, int n) {
  int i = blockIdx.x * Elements + threadIdx.x;
  float found[4];
  for (int k = 0; k < 4; k++)
    found[k] = in[i + k] * 0.5f;
  for (int k = 0; k < 4; k++) {
    if (i < n)
      out[i] = found[k]; // silent: no-alias
    i += blockDim.x;
  }
}

__global__ void oneBehindTheOther(float *out, const float *in, int n) {
  int first = Elements * blockIdx.x + 2 * threadIdx.x;
  for (int k = 0; k < 2; k++)
    if (first + k < n)
      out[first + k] = in[first + k + 1] + in[first]; // silent: no-alias
}

__global__ void pairs(float2 *out, const float2 *in) {
  for (unsigned k = threadIdx.x, end = k + 2 * blockDim.x; k < end; k += blockDim.x)
    out[Elements / 2 * blockIdx.x + k] = make_float2(in[k + blockIdx.x].y, k); // silent: no-alias
}

// Whatever the size of the block, the last of one block are the first of the next.

__global__ void oneTooMany(float *out, const float *in) {
  int first = Elements * blockIdx.x + 2 * threadIdx.x;
  for (int k = 0; k < 3; k++)
    out[first + k] = in[first + k] + blockIdx.x; // warn global-memory-race: is written by several threads at once
}

__global__ void readsOfTheNext(float *data, int n) {
  int i = blockIdx.x * Elements + threadIdx.x;
  for (int k = 0; k < 4; k++) {
    data[i] = data[i + 1] * 0.5f; // warn global-memory-race: is read while a thread of another block may still write it
    i += blockDim.x;
  }
}
