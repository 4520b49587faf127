// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// From one block to the next an index of rows goes on by as many rows as a block
// has, where nothing says otherwise.

__global__ void rowsOfFour(float *out, const float *in, int length) {
  int row = blockIdx.x * 4 + threadIdx.y;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[row * length + i] = in[i] + row + threadIdx.y; // silent: no-alias
}
__global__ void rowsOfFourInEight(float *out, const float *in, int length) {
  int row = blockIdx.x * 4 + threadIdx.y;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[row * length + i] = in[i] + row + threadIdx.y; // warn global-memory-race: is written by several threads at once
}
void launchEight(float *out, const float *in, int length, int rows) {
  rowsOfFourInEight<<<rows / 4, dim3(32, 8)>>>(out, in, length);
}
// Or who wrote it has forgotten how many.
__global__ void rowsOfOne(float *out, const float *in, int length) {
  int row = blockIdx.x + threadIdx.y;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[row * length + i] = in[i] + row + threadIdx.y; // warn global-memory-race: is written by several threads at once
}
// Other rows than those are written.
__global__ void everyFourth(float *out, const float *in, int length) {
  int row = blockIdx.x * 4 + threadIdx.y;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[row / 2 * length + i] = in[i] + row + threadIdx.y; // warn global-memory-race: is written by several threads at once
}
