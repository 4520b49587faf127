// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Extents of one launch that follow from one number, or from products: they are
// never the same along both axes, and never one block each for many rows.

__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float row[32];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    if (threadIdx.y == 0)
      row[t] = in[blockIdx.y * n + k + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    sum += row[31 - t];
  }
  out[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 32 + t] = sum;
}
void launchTiles(const float *in, float *out, int n) {
  tiles<<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(in, out, n);
}

// As many blocks in a row as tiles: one round each.
__global__ void oneTileEach(const float *in, float *out, int n) {
  __shared__ float row[32];
  int t = threadIdx.x;
  for (int k = blockIdx.x * 32; k < n; k += gridDim.x * 32) {
    if (threadIdx.y == 0)
      row[t] = in[k + t];
    __syncthreads();
    out[(blockIdx.y * 8 + threadIdx.y) * n + k + t] = row[31 - t];
  }
}
void launchOneTileEach(const float *in, float *out, int n) {
  if (n % 32 == 0)
    oneTileEach<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n);
}

// A product of two numbers.
__global__ void oneImageEach(const float *in, float *out, int images, int channels) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < images * channels; i += gridDim.x) {
    row[t] = in[i * 256 + t];
    __syncthreads();
    out[i * 256 + t] = row[255 - t];
  }
}
void launchOneImageEach(const float *in, float *out, int images, int channels) {
  oneImageEach<<<images * channels, 256>>>(in, out, images, channels);
}

__global__ void channelsEach(const float *in, float *out, int images, int channels) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < images * channels; i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + t] = row[255 - t];
  }
}
void launchChannelsEach(const float *in, float *out, int images, int channels) {
  channelsEach<<<images, 256>>>(in, out, images, channels);
}

// As many rows as columns leave room for.
__global__ void batches(const float *in, float *out, int rows, int columns) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int j = blockIdx.y; j < columns; j += gridDim.y)
    for (int i = blockIdx.x; i < rows; i += gridDim.x) {
      row[t] = in[i * 256 + t];
      __syncthreads();
      out[(j * rows + i) * 256 + t] = row[255 - t];
    }
}
void launchBatches(const float *in, float *out, int rows) {
  int columns = 16384 / rows;
  batches<<<dim3(rows, columns), 256>>>(in, out, rows, columns);
}

// Sums, quotients and squares.
template <int Kind> __host__ __device__ int blocksFor(int n, int m) {
  return Kind == 0 ? n + m : Kind == 1 ? n / m : n * n;
}
template <int Kind>
__global__ void computed(const float *in, float *out, int n, int m) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < blocksFor<Kind>(n, m); i += gridDim.x) {
    row[t] = in[i * 256 + t];
    __syncthreads();
    out[i * 256 + t] = row[255 - t];
  }
}
void launchComputed(const float *in, float *out, int n, int m) {
  computed<0><<<blocksFor<0>(n, m), 256>>>(in, out, n, m);
  computed<1><<<blocksFor<1>(n, m), 256>>>(in, out, n, m);
  computed<2><<<blocksFor<2>(n, m), 256>>>(in, out, n, m);
}
__global__ void computedForOther(const float *in, float *out, int n, int m) {
  __shared__ float row[256];
  int t = threadIdx.x;
  for (int i = blockIdx.x; i < n * n; i += gridDim.x) {
    row[t] = in[i * 256 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + t] = row[255 - t];
  }
}
void launchComputedForOther(const float *in, float *out, int n, int m) {
  computedForOther<<<blocksFor<0>(n, m), 256>>>(in, out, n, m);
}
