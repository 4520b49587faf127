// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two threads, one shared element, no barrier between.

constexpr int Side = 16;

// --- Read after write: the reader may be in another warp ---------------------

__global__ void transposeWithoutBarrier(const float *image, float *turned,
                                        int width) {
  __shared__ float tile[Side][Side + 1];
  int column = blockIdx.x * Side + threadIdx.x;
  int row = blockIdx.y * Side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = image[row * width + column];
  int turnedColumn = blockIdx.y * Side + threadIdx.x;
  int turnedRow = blockIdx.x * Side + threadIdx.y;
  // BUG(shared-memory-race): the cell was written by thread (y, x)
  turned[turnedRow * width + turnedColumn] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transposeWithBarrier(const float *image, float *turned,
                                     int width) {
  __shared__ float tile[Side][Side + 1];
  int column = blockIdx.x * Side + threadIdx.x;
  int row = blockIdx.y * Side + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = image[row * width + column];
  __syncthreads();
  int turnedColumn = blockIdx.y * Side + threadIdx.x;
  int turnedRow = blockIdx.x * Side + threadIdx.y;
  turned[turnedRow * width + turnedColumn] = tile[threadIdx.x][threadIdx.y];
}

// --- Write after read, around a loop -----------------------------------------

__global__ void tileLoopWithoutClosingBarrier(const float *left,
                                              const float *right, float *dot,
                                              int length) {
  __shared__ float chunk[128];
  float sum = 0.0f;
  for (int base = 0; base < length; base += 128) {
    // BUG(shared-memory-race): slower threads still read the last chunk below
    chunk[threadIdx.x] = left[base + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += chunk[i] * right[base + i];
  }
  dot[threadIdx.x] = sum;
}

__global__ void tileLoopMended(const float *left, const float *right,
                               float *dot, int length) {
  __shared__ float chunk[128];
  float sum = 0.0f;
  for (int base = 0; base < length; base += 128) {
    chunk[threadIdx.x] = left[base + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += chunk[i] * right[base + i];
    __syncthreads();
  }
  dot[threadIdx.x] = sum;
}

// --- A scratch array used twice through a helper -----------------------------

__device__ float sumOfBlock(float value, float *scratch) {
  scratch[threadIdx.x] = value;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      scratch[threadIdx.x] += scratch[threadIdx.x + stride];
    __syncthreads();
  }
  return scratch[0];
}

__global__ void meanAndSpread(const float *data, float *out) {
  __shared__ float scratch[256];
  float value = data[threadIdx.x];
  float mean = sumOfBlock(value, scratch) / blockDim.x;
  // BUG(shared-memory-race): thread 0 writes scratch[0] while others read it
  float spread = sumOfBlock((value - mean) * (value - mean), scratch);
  if (threadIdx.x == 0) {
    out[0] = mean;
    out[1] = spread;
  }
}

__global__ void meanAndSpreadMended(const float *data, float *out) {
  __shared__ float scratch[256];
  float value = data[threadIdx.x];
  float mean = sumOfBlock(value, scratch) / blockDim.x;
  __syncthreads();
  float spread = sumOfBlock((value - mean) * (value - mean), scratch);
  if (threadIdx.x == 0) {
    out[0] = mean;
    out[1] = spread;
  }
}

// --- A neighbour's cell, written while its owner reads it --------------------

__global__ void markNextCell(int *product) {
  __shared__ volatile int marks[257];
  unsigned own = threadIdx.x;
  marks[own] = 1;
  if (own == 0)
    marks[blockDim.x] = 1;
  __syncthreads();
  int before = marks[own];
  // BUG(shared-memory-race): volatile orders nothing between threads
  marks[own + 1] = 2;
  int after = marks[own];
  product[own] = before * after;
}

__global__ void markNextCellMended(int *product) {
  __shared__ int marks[257];
  unsigned own = threadIdx.x;
  marks[own] = 1;
  if (own == 0)
    marks[blockDim.x] = 1;
  __syncthreads();
  int before = marks[own];
  __syncthreads();
  marks[own + 1] = 2;
  __syncthreads();
  int after = marks[own];
  product[own] = before * after;
}
