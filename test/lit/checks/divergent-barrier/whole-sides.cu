// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-exit-before-barrier
//
// An index and its bound that both begin anew at multiples of the block: all
// threads of a block are on one side. Behind each stands one that is cut.

#include <cstdlib>

__global__ void whole(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < k * 1024)
    __syncthreads();
  out[i] = 1;
}
__global__ void cut(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < k * 1000)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[i] = 1;
}
__global__ void otherSide(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 256;
  if (256 * k <= i)
    __syncthreads();
  out[i] = 1;
}
__global__ void oneMore(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 256;
  if (i <= 256 * k)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[i] = 1;
}
__global__ void begunLater(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 256 + 512;
  if (i >= 256 * k)
    __syncthreads();
  out[i] = 1;
}
__global__ void begunInside(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 256 + 1;
  if (i >= 256 * k)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[i] = 1;
}
__global__ void smallerBlocks(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 64;
  if (i < 64 * k)
    __syncthreads();
  out[i] = 1;
}
__global__ void largerBlocks(float *out, int k) {
  int i = threadIdx.x + blockIdx.x * 64;
  if (i < 64 * k)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[i] = 1;
}
void launch(float *o, int k, int blocks) {
  whole<<<blocks, 256>>>(o, k);
  cut<<<blocks, 256>>>(o, k);
  otherSide<<<blocks, 256>>>(o, k);
  oneMore<<<blocks, 256>>>(o, k);
  begunLater<<<blocks, 256>>>(o, k);
  begunInside<<<blocks, 256>>>(o, k);
  smallerBlocks<<<blocks, 64>>>(o, k);
  largerBlocks<<<blocks, 128>>>(o, k);
}

// The size comes from the command line, in thousands of either kind.
__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 256; ++k)
    sum += tile[k];
  out[i] = sum;
}
__global__ void cutTiles(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  tile[threadIdx.x] = in[i];
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()', and what they should have written is read after it
  float sum = 0;
  for (int k = 0; k < 256; ++k)
    sum += tile[k];
  out[i] = sum;
}
int main(int, char **argv) {
  int binary = atoi(argv[1]) * 1024, decimal = atoi(argv[1]) * 1000;
  float *in, *out;
  cudaMalloc(&in, 4 * binary);
  cudaMalloc(&out, 4 * binary);
  tiles<<<(binary + 255) / 256, 256>>>(in, out, binary);
  cutTiles<<<(decimal + 255) / 256, 256>>>(in, out, decimal);
}
