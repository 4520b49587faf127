// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Benchmark input: kernels whose accesses meet only as far as the solver can tell: a product of
// tiles, a transposition, a tree reduction, a scan and a sort in shared memory.

constexpr int Tile = 16;

__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float left[Tile][Tile], right[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y;
  int column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += Tile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void reduce(const float *in, float *out, int n) {
  extern __shared__ float sums[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = sums[0];
}

__global__ void scan(int *data, int n) {
  __shared__ int sums[2][512];
  int from = 0;
  sums[0][threadIdx.x] = data[blockIdx.x * 512 + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < 512; step *= 2) {
    int value = sums[from][threadIdx.x];
    if (threadIdx.x >= step)
      value += sums[from][threadIdx.x - step];
    sums[1 - from][threadIdx.x] = value;
    from = 1 - from;
    __syncthreads();
  }
  data[blockIdx.x * 512 + threadIdx.x] = sums[from][threadIdx.x];
}

__global__ void sort(int *keys) {
  __shared__ int part[512];
  part[threadIdx.x] = keys[blockIdx.x * 512 + threadIdx.x];
  part[threadIdx.x + 256] = keys[blockIdx.x * 512 + threadIdx.x + 256];
  for (unsigned size = 2; size <= 512; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool up = (threadIdx.x & (size / 2)) != 0;
      int a = part[at], b = part[at + stride];
      if ((a > b) != up) {
        part[at] = b;
        part[at + stride] = a;
      }
    }
  __syncthreads();
  keys[blockIdx.x * 512 + threadIdx.x] = part[threadIdx.x];
  keys[blockIdx.x * 512 + threadIdx.x + 256] = part[threadIdx.x + 256];
}

void launch(float *a, float *b, float *c, int *keys, int n) {
  product<<<dim3(n / Tile, n / Tile), dim3(Tile, Tile)>>>(a, b, c, n);
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(a, b, n, n);
  reduce<<<n / 256, 256, 256 * sizeof(float)>>>(a, b, n);
  scan<<<n / 512, 512>>>(keys, n);
  sort<<<n / 512, 256>>>(keys);
}
