// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Those who stay may lack what those who left should have written. It makes no
// difference where they are of other warps only, or leave nothing themselves.

__device__ float mostInBlock(float v) {
  static __shared__ float warps[32];
  for (int d = 16; d; d >>= 1)
    v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < (blockDim.x + 31) / 32 ? warps[threadIdx.x % 32] : -1e30f;
  for (int d = 16; d; d >>= 1)
    v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  return v;
}

// --- Found ----------------------------------------------------------------------

// Each leaves by its own element.
__global__ void maskedByElement(float *x, const int *masked, int n) {
  int i = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < n && masked[i]) {
    x[i] = 0;
    return;
  }
  float most = mostInBlock(threadIdx.x < n ? x[i] : -1e30f); // warn exit-before-barrier: and what they should have written is read after it
  if (threadIdx.x < n)
    x[i] = expf(x[i] - most);
}

// Who is behind the row stays and writes.
__global__ void paddingWrites(float *x, const int *masked, int n, int most) {
  __shared__ float row[256];
  if (threadIdx.x < n && masked[blockIdx.x])
    return;
  row[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  x[blockIdx.x * 256 + threadIdx.x] = row[255 - threadIdx.x];
}

// Arrays for four warps, of which some leave.
__global__ void someOfFourWarps(const float *in, float *out, int rows, float limit) {
  __shared__ float low[128];
  const int tx = threadIdx.x;
  if (__shfl_sync(~0u, in[blockIdx.x * 128 + tx], 0) <= limit)
    return;
  for (int y = 0; y < rows; y++) {
    low[tx] = in[(blockIdx.x * rows + y) * 128 + tx];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    if (tx > 0)
      out[(blockIdx.x * rows + y) * 128 + tx] = low[tx - 1];
    __syncthreads();
  }
}

// 32 elements, one for each warp.
__global__ void oneElementForEachWarp(const float *in, float *out, float limit) {
  __shared__ float of[32];
  float most = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (__shfl_sync(~0u, most, 0) <= limit)
    return;
  if (threadIdx.x < 32)
    of[threadIdx.x] = 0;
  of[threadIdx.x / 32] = most;
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[blockIdx.x * blockDim.x + threadIdx.x] = of[threadIdx.x % 32];
}

__global__ void addsAllColumns(const float *m, int rows, int cols, float beta, float *v) {
  __shared__ float part[16 * 16];
  const int at = threadIdx.y * 16 + threadIdx.x, j = blockIdx.x * 16 + threadIdx.x;
  if (j >= cols)
    return;
  part[at] = m[threadIdx.y * cols + j];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (threadIdx.y == 0) {
    float sum = 0;
    for (int k = 0; k < 256; k++)
      sum += part[k];
    if (beta != 0)
      v[j] = sum + beta * v[j];
    else
      v[j] = sum;
  }
}

// The block has a length of its own.
__global__ void readsTheOtherHalf(const float *in, const int *length, float *out) {
  __shared__ float row[256];
  if (threadIdx.x >= length[blockIdx.x])
    return;
  row[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[blockIdx.x * 256 + threadIdx.x] = row[threadIdx.x ^ 128];
}

__global__ void readsTheNextIfAny(const float *in, const int *length, float *out) {
  __shared__ float row[257];
  if (threadIdx.x >= length[blockIdx.x])
    return;
  row[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (threadIdx.x > 20)
    out[blockIdx.x * 256 + threadIdx.x] = row[threadIdx.x + 1];
}

// --- Of no account --------------------------------------------------------------

// The whole row leaves: who stays is behind it, and writes nothing.
__device__ float mostInRow(float v) {
  static __shared__ float warps[32];
  for (int d = 16; d; d >>= 1)
    v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = v;
  __syncthreads();
  return warps[threadIdx.x % (blockDim.x / 32)];
}

__global__ void maskedRow(float *x, const int *masked, int n) {
  int i = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < n && masked[blockIdx.x]) {
    x[i] = 0;
    return;
  }
  float most = mostInRow(threadIdx.x < n ? x[i] : -1e30f); // warn exit-before-barrier: (portability)
  if (threadIdx.x < n)
    x[i] = expf(x[i] - most);
}

__global__ void readsTheFirstHalf(const float *in, const int *length, float *out) {
  __shared__ float row[256];
  if (threadIdx.x >= length[blockIdx.x])
    return;
  row[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[blockIdx.x * 256 + threadIdx.x] = row[threadIdx.x / 2];
}

// Threads of one column leave together, and each column is added up by itself.
__global__ void addsItsColumn(const float *m, int rows, int cols, float beta, float *v) {
  __shared__ float part[16 * 16];
  const int at = threadIdx.y * 16 + threadIdx.x, j = blockIdx.x * 16 + threadIdx.x;
  if (j >= cols)
    return;
  part[at] = m[threadIdx.y * cols + j];
  __syncthreads(); // warn exit-before-barrier: (portability)
  if (threadIdx.y == 0) {
    float sum = 0;
    for (int k = 0; k < 16; k++)
      sum += part[k * 16 + threadIdx.x];
    if (beta != 0)
      v[j] = sum + beta * v[j];
    else
      v[j] = sum;
  }
}

// Its arrays have room for one warp, which leaves as a whole.
__global__ void oneWarp(const float *in, float *out, int rows, float limit) {
  __shared__ float low[32];
  const int tx = threadIdx.x;
  if (__shfl_sync(~0u, in[blockIdx.x * 32 + tx], 0) <= limit)
    return;
  for (int y = 0; y < rows; y++) {
    low[tx] = in[(blockIdx.x * rows + y) * 32 + tx];
    __syncthreads();
    if (tx > 0)
      out[(blockIdx.x * rows + y) * 32 + tx] = low[tx - 1];
    __syncthreads();
  }
}

void launch(const float *m, int rows, int cols, float beta, float *v) {
  addsAllColumns<<<(cols + 15) / 16, dim3(16, 16)>>>(m, rows, cols, beta, v);
  addsItsColumn<<<(cols + 15) / 16, dim3(16, 16)>>>(m, rows, cols, beta, v);
}
