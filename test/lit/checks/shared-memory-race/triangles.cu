// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Inner loops that start one after where the outer loop is, and barriers in the
// outer one.

// Each group of eight threads has a matrix of its own.
__global__ void eliminates(float *out) {
  __shared__ float matrix[64 * 9];
  const int column = threadIdx.x % 8, group = threadIdx.x / 8;
  for (int i = 0; i < 8; i++) {
    __syncthreads();
    for (int j = i + 1; j < 8; j++)
      matrix[group * 72 + j * 9 + column] = column;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += matrix[threadIdx.x];
    __syncthreads();
  }
}

template <int N> __global__ void factors(double **all, int pitch, int count) {
  extern __shared__ double memory[];
  const int x = threadIdx.x % N, y = threadIdx.x / N;
  const int which = blockIdx.x * (64 / N) + y;
  if (which >= count || y >= 64 / N)
    return;
  double *own = memory + y * (N + 1) * N, *matrix = all[which], kept[N];
#pragma unroll
  for (int i = 0; i < N; ++i)
    kept[i] = matrix[i * pitch + x];
#pragma unroll
  for (int i = 0; i < N; ++i) {
    own[i * (N + 1) + x] = kept[i];
    __syncthreads();
    double pivot = own[i * (N + 1) + i];
    __syncthreads();
#pragma unroll
    for (int j = i + 1; j < N; ++j)
      own[j * (N + 1) + x] = kept[j] * pivot;
    __syncthreads();
    for (int j = 1 + i; j < N; ++j)
      kept[j] -= kept[i] * own[j * (N + 1) + x];
    matrix[i * pitch + x] = kept[i];
    __syncthreads();
  }
}

// From the other end.
__global__ void substitutes(float *out, int n) {
  __shared__ float matrix[64 * 9];
  const int column = threadIdx.x % 8, group = threadIdx.x / 8;
  for (int i = 7; i > 0; i--) {
    __syncthreads();
    for (int j = i - 1; j >= 0; j--)
      matrix[group * 72 + j * 9 + column] = i;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += matrix[threadIdx.x];
    __syncthreads();
  }
}

// The last row of a group is the first one of the next.
__global__ void overlaps(float *out) {
  __shared__ float matrix[64 * 9];
  const int column = threadIdx.x % 8, group = threadIdx.x / 8;
  for (int i = 0; i < 8; i++) {
    __syncthreads();
    for (int j = i + 1; j < 10; j++)
      matrix[group * 72 + j * 9 + column] = column + group; // warn shared-memory-race: is written by several threads at once
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += matrix[threadIdx.x];
    __syncthreads();
  }
}

void launch(float *out, double **all) {
  eliminates<<<4, 64>>>(out);
  factors<4><<<4, 64, 1000>>>(all, 8, 40);
  substitutes<<<4, 64>>>(out, 8);
  overlaps<<<4, 64>>>(out);
}
