// RUN: %verify %s --checks=-*,warplint-missing-fence
//
// A library's load is inline PTX that the model knows: a loop of it waits.

#include <cub/cub.cuh>

__global__ void waitsByLibrary(unsigned *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      *(volatile unsigned *)flag = 1; // warn missing-fence: this store to 'flag' announces 'data' with no fence
    }
  } else {
    while (cub::ThreadLoad<cub::LOAD_CG>(flag) == 0) {
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = *data;
  }
}

__global__ void waitsAndFences(unsigned *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      __threadfence();
      *(volatile unsigned *)flag = 1;
    }
  } else {
    while (cub::ThreadLoad<cub::LOAD_VOLATILE>(flag) == 0) {
    }
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = *data;
  }
}
