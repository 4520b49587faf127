// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// Indices that are computed in 64 bits and kept in 32: they are meant to fit.

__global__ void planes(float *out, int h, int w, size_t pitch) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  size_t start = blockIdx.z * pitch;
  int place = start + y * w + x;
  if (y < h && x < w)
    out[place] = x * y + blockIdx.z; // silent: part-of-block
}
__global__ void planesOfMembers(float *out, int h, int w, size_t pitch) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int start = int(blockIdx.z * pitch);
  if (y < h && x < w)
    out[start + (y * w) + x] = x * y + blockIdx.z; // silent: part-of-block
}
// The plane is left out.
__global__ void onePlane(float *out, int h, int w, size_t pitch) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  size_t start = blockIdx.y * 0 * pitch;
  int place = start + y * w + x;
  if (y < h && x < w)
    out[place] = x * y + blockIdx.z; // warn global-memory-race: is written by several threads at once
}
// A row is left out.
__global__ void oneRow(float *out, size_t pitch) {
  int place = blockIdx.z * pitch + threadIdx.x;
  out[place] = threadIdx.y; // warn global-memory-race: is written by several threads at once
}
void launch(float *out, int n, size_t pitch, dim3 grid) {
  planes<<<grid, dim3(16, 16)>>>(out, n, n, pitch);
  planesOfMembers<<<grid, dim3(16, 16)>>>(out, n, n, pitch);
  onePlane<<<dim3(4, 4, 4), dim3(16, 16)>>>(out, n, n, pitch);
  oneRow<<<dim3(1, 1, 4), dim3(64, 2)>>>(out, pitch);
}

// Fewer bits wrap around, and bits are cut out on purpose.
__global__ void bytes(int *out) {
  __shared__ int s[256];
  s[(unsigned char)(threadIdx.x * 2)] = threadIdx.x; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void highBits(int *out) {
  __shared__ int s[256];
  unsigned long long key = 0x123456789ull * threadIdx.x;
  s[int(key >> 38)] = threadIdx.x; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
void launchBytes(int *out) {
  bytes<<<1, 256>>>(out);
  highBits<<<1, 256>>>(out);
}
