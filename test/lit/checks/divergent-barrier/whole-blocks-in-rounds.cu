// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// The host has whole blocks of elements: in each iteration of a loop over the grid a
// block has its elements or none.

inline int blocksFor(int n, int threads) { return (n + threads - 1) / threads; }

template <int Size> __global__ void wholeBlocks(int n, const float *in, float *out) {
  __shared__ float part[Size];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    part[threadIdx.x] = in[i];
    __syncthreads();
    if (threadIdx.x == 0) {
      float sum = 0;
      for (int t = 0; t < Size; t++)
        sum += part[t];
      out[i / Size] = sum;
    }
    __syncthreads();
  }
}
// More channels than a block has threads are none of the cases.
void launchWhole(int batch, int queries, int heads, int channels, const float *in, float *out) {
  const int threads = channels > 1024 ? 1024 : channels;
  const int n = batch * queries * heads * channels;
  switch (channels) {
  case 2:
    wholeBlocks<2><<<blocksFor(n, threads), threads>>>(n, in, out);
    break;
  case 64:
    wholeBlocks<64><<<blocksFor(n, threads), threads>>>(n, in, out);
    break;
  }
}

__global__ void asManyAsChannels(int n, const float *in, float *out) {
  extern __shared__ float part[];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    part[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = part[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}
void launchAsMany(int batch, int queries, int channels, const float *in, float *out) {
  const int threads = channels > 1024 ? 1024 : channels;
  const int n = batch * queries * channels;
  if (channels <= 1024)
    asManyAsChannels<<<blocksFor(n, threads), threads>>>(n, in, out);
}

__global__ void moreThanABlock(int n, const float *in, float *out) {
  extern __shared__ float part[];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    part[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    out[i] = part[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}
void launchMore(int batch, int queries, int channels, const float *in, float *out) {
  const int threads = channels > 1024 ? 1024 : channels;
  const int n = batch * queries * channels;
  if (channels > 512)
    moreThanABlock<<<blocksFor(n, threads), threads>>>(n, in, out);
}

template <int Size> __global__ void partOfABlock(int n, const float *in, float *out) {
  __shared__ float part[Size];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    part[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    out[i] = part[Size - 1 - threadIdx.x];
    __syncthreads();
  }
}
void launchPart(int batch, int queries, int heads, int channels, const float *in, float *out) {
  const int n = batch * queries * heads;
  switch (channels) {
  case 64:
    partOfABlock<64><<<blocksFor(n, 64), 64>>>(n, in, out);
    break;
  }
}
