// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Who leaves and who stays is run for the threads of a block, with several
// values of up to two parameters: do those that stay write all that they read?

// The guards of a transpose are each other's mirror image.
__global__ void mirrored(float *dst, const float *src, int w, int h) {
  __shared__ float tile[16 * 17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int u = blockIdx.y * 16 + threadIdx.x, v = blockIdx.x * 16 + threadIdx.y;
  if (u >= h || v >= w)
    return;
  tile[threadIdx.y * 17 + threadIdx.x] = src[y * w + x];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  dst[v * h + u] = tile[threadIdx.x * 17 + threadIdx.y];
}

__global__ void oneGuardOnly(float *dst, const float *src, int w, int h) {
  __shared__ float tile[16 * 17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h)
    return;
  tile[threadIdx.y * 17 + threadIdx.x] = src[y * w + x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  dst[y * w + x] = tile[threadIdx.x * 17 + threadIdx.y];
}

__global__ void turnedByHalf(float *dst, const float *src, int w, int h) {
  __shared__ float tile[16 * 17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= w || y >= h)
    return;
  tile[threadIdx.y * 17 + threadIdx.x] = src[y * w + x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  dst[y * w + x] = tile[(15 - threadIdx.y) * 17 + 15 - threadIdx.x];
}

void launch(float *d, const float *s, int w, int h) {
  dim3 grid((w + 15) / 16, (h + 15) / 16), block(16, 16);
  mirrored<<<grid, block>>>(d, s, w, h);
  oneGuardOnly<<<grid, block>>>(d, s, w, h);
  turnedByHalf<<<grid, block>>>(d, s, w, h);
}
