// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// An element that several strides lead to, none of which the kernel knows, and a
// number that was read: rows and columns are the thread's own.

template <typename T, int N> struct Accessor {
  T *data;
  int sizes[N], strides[N];
  __device__ T &at(int i, int j, int k) const {
    return data[i * strides[0] + j * strides[1] + k * strides[2]];
  }
};

__global__ void spread(Accessor<float, 3> gradient, const float *place, const float *g) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= gradient.sizes[1] || y >= gradient.sizes[0])
    return;
  const int at = static_cast<int>(floorf(place[y * 128 + x]));
  for (int i = 0; i < 4; ++i)
    if (at + i < gradient.sizes[2])
      gradient.at(y, x, at + i) += g[i];
}

__global__ void spreadRows(float *gradient, const int *place, const float *g, int row, int column) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int at = place[y * 128 + x] / 4;
  gradient[y * row + x * column + at] += g[x];
}

// Threads of a row share it.
__global__ void spreadInRow(float *gradient, const int *place, const float *g, int row) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int at = place[y * 128 + x] / 4;
  gradient[y * row + at] += g[x]; // warn non-atomic-update: an element of 'gradient' is read, changed and written back
}

__global__ void spreadInPlane(Accessor<float, 3> gradient, const int *place, const float *g) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  gradient.at(y, 0, place[y * 128 + x] / 4) += g[x]; // warn non-atomic-update: an element of 'data' is read, changed and written back
}

// How long a row is, the block has read; which row, the thread.
__global__ void countInLoadedRow(unsigned *count, const int *size, const int *bin, int rows) {
  for (int r = threadIdx.y; r < rows; r += blockDim.y)
    count[bin[r] * size[2] + threadIdx.x % 4] += 1; // warn non-atomic-update: an element of 'count' is read, changed and written back
}
