// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A loop that goes on by all blocks along an axis of the grid takes one block as
// well as many. Where nothing says that there are many, blocks along it do not race.

__global__ void columnSums(const float *in, float *out, int rows, int cols) {
  __shared__ float part[256];
  int tid = threadIdx.y * blockDim.x + threadIdx.x, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (col < cols)
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < rows; row += blockDim.y * gridDim.y)
      sum += in[row * cols + col];
  part[tid] = sum;
  for (int half = blockDim.y / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.y < half)
      part[tid] += part[tid + half * blockDim.x];
  }
  if (threadIdx.y == 0 && col < cols)
    out[col] = part[tid]; // silent: one-block
}
void launchElsewhere(dim3 grid, dim3 block, const float *in, float *out, int rows, int cols) {
  columnSums<<<grid, block>>>(in, out, rows, cols);
}

// Blocks alone share the rows: one would take no such loop.
__global__ void columnSumsOfAll(const float *in, float *out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (col < cols) {
    for (int row = blockIdx.y; row < rows; row += gridDim.y)
      sum += in[row * cols + col];
    out[col] = sum; // warn global-memory-race: is written by several threads at once
  }
}
void launchOfAll(dim3 grid, dim3 block, const float *in, float *out, int rows, int cols) {
  columnSumsOfAll<<<grid, block>>>(in, out, rows, cols);
}

// The host says that there are many.
__global__ void columnSumsOfRows(const float *in, float *out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (col < cols) {
    for (int row = blockIdx.y; row < rows; row += gridDim.y)
      sum += in[row * cols + col];
    out[col] = sum; // warn global-memory-race: is written by several threads at once
  }
}
void launchOfRows(const float *in, float *out, int rows, int cols) {
  columnSumsOfRows<<<dim3((cols + 255) / 256, (rows + 7) / 8), 256>>>(in, out, rows, cols);
}
__global__ void columnSumsOfFour(const float *in, float *out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (col < cols) {
    for (int row = blockIdx.y; row < rows; row += gridDim.y)
      sum += in[row * cols + col];
    out[col] = sum; // warn global-memory-race: is written by several threads at once
  }
}
void launchOfFour(int blocks, const float *in, float *out, int rows, int cols) {
  columnSumsOfFour<<<dim3(blocks, 4), 256>>>(in, out, rows, cols);
}

// No loop goes over the rows: there are as many blocks as rows.
__global__ void columnOfEach(const float *in, float *out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (col < cols && row < rows)
    out[col] = in[row * cols + col]; // warn global-memory-race: is written by several threads at once
}
// Nor does the kernel count its blocks along another axis.
__global__ void onlyAxis(const float *in, float *out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  if (threadIdx.x == 0)
    out[0] = sum; // warn global-memory-race: is written by several threads at once
}

// Loops go on by all blocks along both axes: there are many along one of them.
__global__ void rowOfEach(const float *in, float *out, int *last, int rows, int cols) {
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x)
      out[row * cols + col] = in[row * cols + col]; // silent: no-alias
    if (threadIdx.x == 0)
      last[row] = blockIdx.x; // silent: one-block
  }
}
__global__ void rowOfAll(const float *in, float *out, int *last, int rows, int cols) {
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x)
      out[row * cols + col] = in[row * cols + col]; // silent: no-alias
    if (threadIdx.x == 0)
      last[0] = row + blockIdx.x; // warn global-memory-race: is written by several threads at once
  }
}
