// RUN: %verify %s --prefix=PLAIN --checks=-*,warplint-shared-memory-race
// RUN: %verify %s --prefix=STORED --checks=-*,warplint-shared-memory-race -- -DSTORED
//
// Whom a call by a pointer launches: kernels whose addresses are kept somewhere,
// and not those of which the runtime was only asked or told something.
// PLAIN-no-findings

#include <cuda_runtime.h>

__global__ void oneRowEach(const float *in, float *out, int rows) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < rows; i += gridDim.x) {
    row[t] = in[i * 256 + t]; // STORED-warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + t] = row[255 - t];
  }
}

void launchOneRowEach(const float *in, float *out, int rows) {
  cudaFuncSetAttribute(oneRowEach, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, oneRowEach);
  int most;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, oneRowEach, 256, 0);
  oneRowEach<<<rows, 256>>>(in, out, rows);
}

const void *chosen;
void choose(const void *kernel);
void launchChosen(void **arguments, dim3 blocks) {
  cudaLaunchKernel(chosen, blocks, dim3(256), arguments, 0, 0);
}

__global__ void other(float *out) { out[threadIdx.x] = 0; }
void chooseOther() {
  chosen = (const void *)other;
#ifdef STORED
  choose((const void *)oneRowEach);
#endif
}
