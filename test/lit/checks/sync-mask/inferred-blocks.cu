// RUN: %verify %s --checks=-*,warplint-sync-mask -- -arch=sm_80
//
// Nothing launches these kernels: what their own arrays say of the block decides
// which lanes a mask has to name.

__global__ void rowsOfEight(float *p, const float *q) {
  __shared__ float tile[8][8];
  tile[threadIdx.y][threadIdx.x] = q[threadIdx.x];
  __syncwarp(0xffu << ((threadIdx.y & 3) * 8));
  p[threadIdx.x + 8 * threadIdx.y] = tile[threadIdx.y][7 - threadIdx.x];
}

__global__ void rowsOfSixteen(float *p, const float *q) {
  __shared__ float tile[4][16];
  unsigned row = threadIdx.y;
  tile[row][threadIdx.x] = q[threadIdx.x];
  __syncwarp(row % 2 ? 0xffff0000u : 0xffffu);
  p[threadIdx.x + 16 * row] = tile[row][15 - threadIdx.x];
}

template <int Rows> __global__ void rowsOfATemplate(float *p, const float *q) {
  __shared__ float tile[Rows][8];
  float v = q[8 * threadIdx.y + threadIdx.x];
  tile[threadIdx.y][threadIdx.x] = v;
  v += __shfl_xor_sync(255u << (threadIdx.y % 4 * 8), v, 1);
  p[threadIdx.x + 8 * threadIdx.y] = v + tile[threadIdx.y][threadIdx.x];
}
template __global__ void rowsOfATemplate<16>(float *, const float *);

__global__ void everySecondRow(float *p, const float *q) {
  __shared__ float tile[8][8];
  tile[threadIdx.y][threadIdx.x] = q[threadIdx.x];
  __syncwarp(0xffu << ((threadIdx.y & 1) * 8)); // warn sync-mask: '__syncwarp()' is executed by lane 16, which its mask does not name
  p[threadIdx.x + 8 * threadIdx.y] = tile[threadIdx.y][7 - threadIdx.x];
}

__global__ void halfOfARow(float *p, const float *q) {
  __shared__ float tile[4][16];
  tile[threadIdx.y][threadIdx.x] = q[threadIdx.x];
  __syncwarp(0xffu << ((threadIdx.y & 1) * 16)); // warn sync-mask: '__syncwarp()' is executed by lane 8, which its mask does not name
  p[threadIdx.x + 16 * threadIdx.y] = tile[threadIdx.y][15 - threadIdx.x];
}
