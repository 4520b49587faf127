// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Divisions by a power of two that is a parameter, as shifts: the launch tells
// the parameter, and with it how far they shift.

__device__ void split(unsigned &number, unsigned by, unsigned &rest) {
  rest = number & (by - 1);
  number >>= (__ffs(by) - 1);
}

__global__ void ownElement(float *out, const float *in, unsigned width,
                           unsigned count) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x, x;
  if (y >= count)
    return;
  float value = in[y];
  split(y, width, x);
  out[y * width + x] = value;
}

__global__ void everySecondRow(float *out, const float *in, unsigned width,
                               unsigned count) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x, x;
  if (y >= count)
    return;
  float value = in[y];
  split(y, width, x);
  out[y / 2 * width + x] = value; // warn global-memory-race: is written by several threads at once, and not all of them write the same
}

// Of a number that threads have of their own nothing is claimed.
__global__ void byOwnBits(float *out, const int *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = __ffs(in[t]);
}

void run(float *out, const float *in, const int *bits, unsigned width,
         unsigned height) {
  unsigned count = width * height;
  ownElement<<<(count + 255) / 256, 256>>>(out, in, width, count);
  everySecondRow<<<(count + 255) / 256, 256>>>(out, in, width, count);
  byOwnBits<<<64, 256>>>(out, bits);
}
