// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Threads that return before a barrier which the others reach.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int TileSide = 32;

// A tiled transpose: threads outside the image return, and the block's barrier
// counts on them. The tile's cells that they own stay unwritten.
__global__ void transposeWithEarlyReturn(const float *image, float *turned,
                                         int width, int height) {
  __shared__ float tile[TileSide][TileSide + 1];
  int column = blockIdx.x * TileSide + threadIdx.x;
  int row = blockIdx.y * TileSide + threadIdx.y;
  if (column >= width || row >= height)
    return;
  tile[threadIdx.y][threadIdx.x] = image[row * width + column];
  // BUG(exit-before-barrier): threads at the border have returned above
  __syncthreads();
  turned[column * height + row] = tile[threadIdx.y][threadIdx.x];
}

__global__ void transposeMended(const float *image, float *turned, int width,
                                int height) {
  __shared__ float tile[TileSide][TileSide + 1];
  int column = blockIdx.x * TileSide + threadIdx.x;
  int row = blockIdx.y * TileSide + threadIdx.y;
  bool inside = column < width && row < height;
  if (inside)
    tile[threadIdx.y][threadIdx.x] = image[row * width + column];
  __syncthreads();
  if (inside)
    turned[column * height + row] = tile[threadIdx.y][threadIdx.x];
}

// The same ahead of a group barrier, with survivors that read what the
// returned threads should have written.
__global__ void sumWithEarlyReturn(const int *numbers, int *sums, unsigned n) {
  __shared__ int cell[256];
  cg::thread_block block = cg::this_thread_block();
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n)
    return;
  cell[threadIdx.x] = numbers[index];
  // BUG(exit-before-barrier): the last block arrives incomplete
  cg::sync(block);
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i)
      sum += cell[i];
    sums[blockIdx.x] = sum;
  }
}

__global__ void sumMended(const int *numbers, int *sums, unsigned n) {
  __shared__ int cell[256];
  cg::thread_block block = cg::this_thread_block();
  unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  cell[threadIdx.x] = index < n ? numbers[index] : 0;
  cg::sync(block);
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i)
      sum += cell[i];
    sums[blockIdx.x] = sum;
  }
}
