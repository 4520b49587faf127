// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// The same questions, spelled in ways that are less common.

// --- Without a race ----------------------------------------------------------

__device__ unsigned here() { return __umul24(blockIdx.x, blockDim.x) + threadIdx.x; }

__global__ void fourPerThread(const int *in, int *out, int n) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (base + k < n)
      out[base + k] = in[base + k];
}

__global__ void fourPerBlockStride(const int *in, int *out) {
  int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    out[base + k * blockDim.x] = in[base + k * blockDim.x];
}

__global__ void reversedInPlace(int *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = n - 1 - i;
  if (i < other) {
    int swap = cells[i];
    cells[i] = cells[other];
    cells[other] = swap;
  }
}

__global__ void transposedInPlace(float *m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < y && y < n) {
    float swap = m[y * n + x];
    m[y * n + x] = m[x * n + y];
    m[x * n + y] = swap;
  }
}

__global__ void pointerOfTheBlock(float *cells, int n) {
  float *mine = cells + blockIdx.x * blockDim.x;
  mine += threadIdx.x;
  *mine++ = 1;
}

__global__ void halfOfTheGridEach(int *cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2)
    cells[i] = 1;
  else
    cells[i] = 2;
}

struct View {
  float *data;
  int pitch;
  __device__ float &operator()(int r, int c) const { return data[r * pitch + c]; }
};
__global__ void throughAView(View v, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < columns)
    for (int r = 1; r < rows; ++r)
      v(r, c) += v(r - 1, c); // silent: pitch
}

// --- With a race -------------------------------------------------------------

__global__ void sixPerThreadFourApart(int *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int k = 0; k < 6; ++k)
    out[base + k] = threadIdx.x; // warn global-memory-race: {{'out\[\d+\]' is written}}
}
void launchSix(int *out) { sixPerThreadFourApart<<<16, 64>>>(out); }

__global__ void blocksOverlap(int *out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = blockIdx.x; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
}
void launchOverlap(int *out) { blocksOverlap<<<16, 64>>>(out); }

__global__ void prefixAlongTheRow(View v, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c > 0 && c < columns)
    v(0, c) += v(0, c - 1); // warn global-memory-race: may still read it
}

__global__ void pointerOfTheThreadOnly(float *cells) {
  float *mine = cells;
  mine += threadIdx.x;
  *mine = blockIdx.x; // warn global-memory-race: is written by several threads at once
}
void launchPointer(float *cells) { pointerOfTheThreadOnly<<<16, 64>>>(cells); }
