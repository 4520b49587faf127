// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A bit that an index is flipped by leads to a partner in the same buffer, and
// to no part of its own.

__global__ void swaps(float *values, unsigned bit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float other = values[i ^ bit];
  if (other < values[i])
    values[i] = other; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchSwaps(float *values, int n) {
  for (unsigned size = 2; size <= n; size *= 2)
    for (unsigned bit = size / 2; bit; bit /= 2)
      swaps<<<n / 256, 256>>>(values, bit);
}

// To another buffer.
__global__ void flips(const float *from, float *to, unsigned bit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i ^ bit] = from[i]; // silent: no-alias
}
void launchFlips(const float *from, float *to, int n) {
  for (unsigned size = 2; size <= n; size *= 2)
    for (unsigned bit = size / 2; bit; bit /= 2)
      flips<<<n / 256, 256>>>(from, to, bit);
}

// An offset, however, selects a part.
__global__ void parts(float *values, unsigned begin) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = values[i + begin]; // silent: offset
}
void launchParts(float *values, int n) {
  for (unsigned size = 2; size <= n; size *= 2)
    for (unsigned begin = size / 2; begin; begin /= 2)
      parts<<<n / 256, 256>>>(values, begin);
}
