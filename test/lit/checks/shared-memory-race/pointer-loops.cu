// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Loops that a pointer goes through: the place where it ends is a bound like
// any other.

__global__ void upToTheEndOfTheRow(float *out) {
  __shared__ float rows[4 * 50];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *row = rows + warp * 50, *end = row + 50;
  for (float *p = row + lane; p < end; p += 32)
    *p = lane;
  __syncwarp();
  out[threadIdx.x] = row[lane] + row[49];
}

__global__ void countedUpWithAnIndexBeside(float *out) {
  __shared__ int rows[4][40];
  int *p = &rows[threadIdx.x >> 5][threadIdx.x & 31];
  const int *end = &rows[threadIdx.x >> 5][0] + 40;
  int left = 0;
  while (end > p) {
    *p = left++;
    p += 32;
  }
  __syncwarp();
  out[threadIdx.x] = rows[threadIdx.x >> 5][39 - (threadIdx.x & 31)];
}

__global__ void downwards(float *out) {
  __shared__ float rows[4 * 64];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *row = rows + warp * 64;
  for (float *p = row + 32 + lane; p >= row; p -= 32)
    *p = 1;
  __syncwarp();
  out[threadIdx.x] = row[63 - lane];
}

struct Cursor {
  double *at;
  __device__ bool isBefore(const double *end) const { return at < end; }
  __device__ void go(int by) { at += by; }
};

__global__ void inAnIterator(double *out) {
  __shared__ double rows[4 * 40];
  double *row = rows + threadIdx.x / 32 * 40;
  for (Cursor c{row + threadIdx.x % 32}; c.isBefore(row + 40); c.go(32))
    *c.at = 1;
  __syncwarp();
  out[threadIdx.x] = row[39 - threadIdx.x % 32];
}

__global__ void intoTheNextRow(float *out) {
  __shared__ float rows[4 * 50 + 14];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *row = rows + warp * 50;
  for (float *p = row + lane; p < row + 64; p += 32)
    *p = lane; // warn shared-memory-race: is written by several threads at once
  __syncwarp();
  // warn@+1 shared-memory-race: is read while another thread of the block may still write it
  out[threadIdx.x] = row[lane] + row[49];
}

// A counter that an inner loop moves, and nothing sets back.

__global__ void countedInTheInnerLoop(const int *in, float *out) {
  __shared__ int perm[64];
  perm[threadIdx.x] = in[threadIdx.x];
  int next = 0;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column)
      // warn@+1 shared-memory-race: is read while another thread of the block may still write it
      out[perm[next++] * 64 + threadIdx.x] = 1;
}

__global__ void countedDownInTheInnerLoop(const int *in, float *out) {
  __shared__ int perm[64];
  perm[threadIdx.x] = in[threadIdx.x];
  int left = 63;
  for (int row = 0; row < 4; ++row)
    for (int k = 4; k < 12; k += 2) {
      // warn@+1 shared-memory-race: is read while another thread of the block may still write it
      out[perm[left] * 64 + threadIdx.x] = 1;
      left -= 2;
    }
}

__global__ void ofItsOwnInTheInnerLoop(const int *in, float *out) {
  __shared__ int own[64 * 9];
  int next = threadIdx.x * 9;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      own[next++] = in[threadIdx.x + row * column];
  int sum = 0;
  for (int k = 0; k < 9; ++k)
    sum += own[threadIdx.x * 9 + k];
  out[threadIdx.x] = sum;
}

void launch(const int *in, float *out, double *wide) {
  upToTheEndOfTheRow<<<1, 128>>>(out);
  countedUpWithAnIndexBeside<<<1, 128>>>(out);
  downwards<<<1, 128>>>(out);
  inAnIterator<<<1, 128>>>(wide);
  intoTheNextRow<<<1, 128>>>(out);
  countedInTheInnerLoop<<<1, 64>>>(in, out);
  countedDownInTheInnerLoop<<<1, 64>>>(in, out);
  ofItsOwnInTheInnerLoop<<<1, 64>>>(in, out);
}
