// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Functions that a pointer chooses: what a constant chooses is known.

typedef float (*Reader)(const float *row, int i);
typedef void (*Step)(float *row);

__device__ float plain(const float *row, int i) { return row[i]; }
__device__ float doubled(const float *row, int i) { return 2 * row[i]; }
__device__ void nothing(float *row) {}
__device__ void meet(float *row) { __syncthreads(); }

template <int Kind> constexpr __device__ Reader readerOf() {
  return Kind == 0 ? plain : Kind == 1 ? doubled : nullptr;
}

template <int Kind> __global__ void readByConstant(const float *in, float *out) {
  constexpr Reader read = readerOf<Kind>();
  __shared__ float tile[256];
  tile[threadIdx.x] = 0;
  float sum = 0;
  for (int i = 0; i < 256; i += 32) {
    sum += read(in, i);
    if (threadIdx.x % 32 == 0)
      tile[i + threadIdx.x / 32] = sum; // warn shared-memory-race: {{'tile\[\d+\]' is written while another thread of the block may still write it}}
  }
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
template __global__ void readByConstant<0>(const float *, float *);
template __global__ void readByConstant<1>(const float *, float *);

template <Step Between> __global__ void stepped(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  Between(tile);
  out[threadIdx.x] = tile[255 - threadIdx.x]; // warn shared-memory-race: {{'tile\[\d+\]' is read while another thread of the block may still write it}}
}
template __global__ void stepped<nothing>(const float *, float *);

template <bool Waits> __global__ void stepByConstant(const float *in, float *out) {
  constexpr Step between = Waits ? meet : nothing;
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  between(tile);
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
template __global__ void stepByConstant<true>(const float *, float *);

// Whoever launches it chooses: it may be a barrier.
__global__ void stepByArgument(const float *in, float *out, Step between) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  between(tile);
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
