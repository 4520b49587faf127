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
