// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// What a place is divided by on the way is not 0, even where the distance of two
// places does not depend on the quotient.

__global__ void butterfly(float *out, const float *in, unsigned start, unsigned stages, unsigned log) {
  unsigned region = 1u << (log - start), pitch = region >> stages;
  unsigned begin = blockIdx.x / pitch * region + (blockIdx.x & (pitch - 1));
  unsigned l = threadIdx.x, r = l + (1u << (stages - 1));
  float a = in[begin + l * pitch], b = in[begin + r * pitch];
  out[begin + l * pitch] = a + b; // silent: bound
  out[begin + r * pitch] = a - b; // silent: bound
}
__global__ void columns(float *out, const float *in, unsigned pitch, int n) {
  unsigned begin = blockIdx.x / pitch * n;
  out[begin + threadIdx.x * pitch] = in[threadIdx.x] + threadIdx.x; // silent: no-alias
}
__global__ void halfOfTheThreads(float *out, const float *in, unsigned pitch, int n) {
  unsigned begin = blockIdx.x / pitch * n;
  out[begin + (threadIdx.x & 63u) * pitch] = in[threadIdx.x] + threadIdx.x; // warn global-memory-race: several threads at once
}
