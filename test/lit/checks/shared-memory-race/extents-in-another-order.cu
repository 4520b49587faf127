// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Loops that count in the blocks of another axis than the launch has laid them
// along make a second round wherever the axes differ.

#define LOOPS(Rows, Columns)                                                   \
  for (int j = blockIdx.y; j < Rows; j += gridDim.y)                           \
    for (int i = blockIdx.x; i < Columns; i += gridDim.x)

__global__ void asLaunched(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  LOOPS(m, n) {
    s[t] = in[i * 256 + t];
    __syncthreads();
    out[i * m + j] = s[255 - t];
  }
}
__global__ void bothSwapped(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  LOOPS(n, m) {
    s[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * m + j] = s[255 - t];
  }
}
__global__ void rowsOnly(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int j = blockIdx.y; j < n; j += gridDim.y) {
    s[t] = in[j * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[blockIdx.x * m + j] = s[255 - t];
  }
}
__global__ void columnsOnly(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < m; i += gridDim.x) {
    s[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[blockIdx.y * n + i] = s[255 - t];
  }
}
void launch(const float *in, float *out, int n, int m) {
  asLaunched<<<dim3(n, m), 256>>>(in, out, n, m);
  bothSwapped<<<dim3(n, m), 256>>>(in, out, n, m);
  rowsOnly<<<dim3(n, m), 256>>>(in, out, n, m);
  columnsOnly<<<dim3(n, m), 256>>>(in, out, n, m);
}

// Of a square it does not matter.
__global__ void ofASquare(const float *in, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  LOOPS(n, n) {
    s[t] = in[i * 256 + t];
    __syncthreads();
    out[i * n + j] = s[255 - t];
  }
}
// Rows of eight, columns of one.
__global__ void parts(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int t = threadIdx.x;
  LOOPS(m / 8, n) {
    s[t] = in[i * 256 + t];
    __syncthreads();
    out[i * m + j] = s[255 - t];
  }
}
void launchOthers(const float *in, float *out, int n, int m) {
  ofASquare<<<dim3(n, n), 256>>>(in, out, n);
  parts<<<dim3(n, m / 8), 256>>>(in, out, n, m);
}
