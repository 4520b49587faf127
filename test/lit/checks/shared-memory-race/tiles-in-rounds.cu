// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A block is not taken whose threads leave an array in some round that all run.

__global__ void fourByFour(const float *a, const float *b, float *c, int pitch) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  b += tx + (blockIdx.y * 16 + ty) * pitch;
  for (int i = 0; i < 16; i += 4)
    for (int j = 0; j < 16; j += 4)
      tile[tx + i][ty + j] = b[i + j * pitch];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += a[tx + ty * blockDim.x] * tile[k][0];
  c[blockIdx.y * 16 + tx + ty * 4] = sum;
}
__global__ void withoutBarrier(const float *a, const float *b, float *c, int pitch) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  b += tx + (blockIdx.y * 16 + ty) * pitch;
  for (int i = 0; i < 16; i += 8)
    for (int j = 0; j < 16; j += 8)
      tile[tx + i][ty + j] = b[i + j * pitch];
  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += a[tx + ty * blockDim.x] * tile[k][0]; // warn shared-memory-race: may still write it
  c[blockIdx.y * 16 + tx + ty * 8] = sum;
}
__global__ void tooClose(const float *b, float *c, int pitch) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = 0; i < 8; i += 2)
    tile[tx + i][ty] = b[tx + i + ty * pitch] + tx; // warn shared-memory-race: several threads at once
  __syncthreads();
  c[tx + ty * 8] = tile[tx][ty];
}
void launch(const float *b, float *c, int pitch) { tooClose<<<1, dim3(8, 8)>>>(b, c, pitch); }

// A constant pitch of what is read is none of rows of threads.
__global__ void tileOfPitch(const float *a, const float *b, float *c, int length) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, id = tx + ty * blockDim.x;
  b += tx + (blockIdx.y * 16 + ty) * 128;
  float sum = 0;
  for (int k = 0; k < length; k += 16) {
    for (int i = 0; i < 16; i += 4)
      for (int j = 0; j < 16; j += 4)
        tile[tx + i][ty + j] = b[k + i + j * 128];
    __syncthreads();
    for (int n = 0; n < 16; n++)
      sum += a[id] * tile[n][0];
    __syncthreads();
  }
  c[blockIdx.y * 16 + id] = sum;
}
__global__ void tileWithRoom(const float *a, const float *b, float *c, int length) {
  __shared__ float tile[24][24];
  int tx = threadIdx.x, ty = threadIdx.y, id = tx + ty * blockDim.x;
  b += tx + (blockIdx.y * 16 + ty) * 128;
  float sum = 0;
  for (int k = 0; k < length; k += 16) {
    for (int i = 0; i < 16; i += 4)
      for (int j = 0; j < 16; j += 4)
        tile[tx + i][ty + j] = b[k + 2 * i + j * 128]; // warn shared-memory-race: is written by several threads at once
    __syncthreads();
    for (int n = 0; n < 16; n++)
      sum += a[id] * tile[n][0];
    __syncthreads();
  }
  c[blockIdx.y * 16 + id] = sum;
}
