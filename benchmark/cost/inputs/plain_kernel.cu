// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark input: a kernel file that includes nothing.

__global__ void blockSums(const float *data, float *sums, unsigned n) {
  __shared__ float cell[256];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cell[threadIdx.x] = i < n ? data[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    if (threadIdx.x < stride)
      cell[threadIdx.x] += cell[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = cell[0];
}

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

void launch(const float *in, float *out, int n) {
  blockSums<<<(n + 255) / 256, 256>>>(in, out, n);
  transpose<<<dim3(4, 4), dim3(32, 32)>>>(in, out, 128, 128);
}
