// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// One number of the host is the number of blocks and the length of what each of
// them goes over: grids so small that no loop over parts makes a round tell
// nothing of larger ones.

__global__ void tilesOfARow(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n / 256; ++i) {
    tile[t] = in[(long)blockIdx.x * n + i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    sum += tile[255 - t];
  }
  out[blockIdx.x * 256 + t] = sum;
}
void launchTiles(const float *in, float *out, int n) { tilesOfARow<<<n, 256>>>(in, out, n); }

__global__ void tilesInTime(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n / 256; ++i) {
    tile[t] = in[(long)blockIdx.x * n + i * 256 + t];
    __syncthreads();
    sum += tile[255 - t];
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum;
}
void launchInTime(const float *in, float *out, int n) { tilesInTime<<<n, 256>>>(in, out, n); }

// The host launches it for small numbers only: no round ever comes.
void launchSmall(const float *in, float *out, int n);
__global__ void noTileAtAll(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n / 256; ++i) {
    tile[t] = in[(long)blockIdx.x * n + i * 256 + t];
    __syncthreads();
    sum += tile[255 - t];
  }
  out[blockIdx.x * 256 + t] = sum;
}
void launchSmall(const float *in, float *out, int n) {
  if (n >= 256)
    return;
  noTileAtAll<<<n, 256>>>(in, out, n);
}
