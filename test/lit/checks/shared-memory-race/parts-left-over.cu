// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Sizes that only say who comes may be any that a launch passes: also ones that
// are no multiples of each other, where the kernel is there for what is left
// over.

// --- Found: rows are read by their ids before all are there -------------------------

template <int Cols, bool Waits>
__global__ void addLeftOvers(const int *ids, const int *begins, float *dst,
                             int cols, int rows, int width, int channels) {
  const long steps = width / 32;
  const int tilesX = (cols + Cols - 1) / Cols, tilesY = (rows + 127) / 128;
  long first = (long)blockIdx.x * channels * tilesX * tilesY * steps / gridDim.x;
  long last = (long)(blockIdx.x + 1) * channels * tilesX * tilesY * steps / gridDim.x;
  first -= (first % steps) % 8;
  last -= (last % steps) % 8;
  if (first == last || first % steps == 0 ||
      (first / steps == last / steps && last % steps != 0))
    return;
  int at = first;
  const int tileY = at / (channels * tilesX * steps);
  at -= tileY * (channels * tilesX * steps);
  const int channel = at / (tilesX * steps);
  at -= channel * (tilesX * steps);
  const int tileX = at / steps;
  __shared__ int row[Cols];
  const int low = begins[channel], count = begins[channel + 1] - low;
  for (int j = threadIdx.y * 32 + threadIdx.x; j < Cols; j += 256)
    row[j] = ids[low + j];
  if (Waits)
    __syncthreads();
  dst += tileY * 128;
  const int lastX = rows - tileY * 128 - 1, lastY = count - tileX * Cols - 1;
  for (int j0 = 0; j0 < Cols; j0 += 8) {
    int j = j0 + threadIdx.y;
    if (j > lastY)
      return;
    for (int i = threadIdx.x; i < 128; i += 32)
      if (i <= lastX)
        dst[row[j] * rows + i] += 1; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}
void launchLeftOvers(const int *ids, const int *begins, float *dst, int cols,
                     int rows, int width, int channels, int blocks) {
  addLeftOvers<64, false><<<blocks, dim3(32, 8)>>>(ids, begins, dst, cols, rows, width, channels);
}
void launchWaiting(const int *ids, const int *begins, float *dst, int cols,
                   int rows, int width, int channels, int blocks) {
  addLeftOvers<32, true><<<blocks, dim3(32, 8)>>>(ids, begins, dst, cols, rows, width, channels);
}

// --- Found: only where the size is no multiple of the block -------------------------

__global__ void reverseTheRest(const float *in, float *out, int n) {
  __shared__ float rest[256];
  if (blockIdx.x * 256 + 256 <= n || n % 256 == 0)
    return;
  int i = blockIdx.x * 256 + threadIdx.x;
  rest[threadIdx.x] = i < n ? in[i] : 0;
  out[blockIdx.x * 256 + threadIdx.x] = rest[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchRest(const float *in, float *out, int blocks, int n) {
  reverseTheRest<<<blocks, 256>>>(in, out, n);
}

// --- Silent: the host passes multiples only ------------------------------------------

__global__ void reverseNoRest(const float *in, float *out, int n) {
  __shared__ float rest[256];
  if (blockIdx.x * 256 + 256 <= n || n % 256 == 0)
    return;
  int i = blockIdx.x * 256 + threadIdx.x;
  rest[threadIdx.x] = i < n ? in[i] : 0;
  out[blockIdx.x * 256 + threadIdx.x] = rest[255 - threadIdx.x];
}
void launchNoRest(const float *in, float *out) {
  reverseNoRest<<<4, 256>>>(in, out, 1024);
}

// --- Silent: the size says where the elements are, too -------------------------------

__global__ void keepsRowsApart(const float *in, float *out, int n) {
  extern __shared__ float rows[];
  if (n % 4 == 0)
    return;
  for (int i = 0; i < n; ++i)
    rows[threadIdx.x * n + i] = in[i];
  out[threadIdx.x] = rows[threadIdx.x * n];
}
void launchRows(const float *in, float *out, int n) {
  keepsRowsApart<<<1, 64, 64 * n * sizeof(float)>>>(in, out, n);
}

// --- Silent: a size is large enough for the threads of a block ----------------------

__global__ void restIsOneThread(const float *in, float *out, int n) {
  __shared__ float rest;
  if (int(threadIdx.x) >= n)
    rest = in[threadIdx.x]; // silent: bound
  __syncthreads();
  out[threadIdx.x] = rest;
}
void launchOneThread(const float *in, float *out, int n) {
  restIsOneThread<<<8, 256>>>(in, out, n);
}
