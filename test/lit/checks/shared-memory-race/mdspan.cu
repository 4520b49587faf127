// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Shared memory behind cuda::std::mdspan: what its mapping makes of extents that are
// constants or numbers of the program.

#include <cuda/std/mdspan>

template <typename E> using View = cuda::std::mdspan<int, E>;
template <int... N> using Extents = cuda::std::extents<int, N...>;

__global__ void rowOrdered(const int *in, int *out) {
  __shared__ int raw[256];
  View<Extents<256>> row(raw);
  row(threadIdx.x) = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row(255 - threadIdx.x);
}

__global__ void row(const int *in, int *out) {
  __shared__ int raw[256];
  View<Extents<256>> row(raw);
  row(threadIdx.x) = in[threadIdx.x];
  out[threadIdx.x] = row(255 - threadIdx.x); // warn shared-memory-race: is read while another thread
}

__global__ void ownElements(const int *in, int *out) {
  __shared__ int raw[32 * 33];
  View<Extents<32, 33>> tile(raw);
  tile(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = tile(threadIdx.y, threadIdx.x);
}

__global__ void transposedOrdered(const int *in, int *out) {
  __shared__ int raw[32 * 33];
  View<Extents<32, 33>> tile(raw);
  tile(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}

__global__ void transposed(const int *in, int *out) {
  __shared__ int raw[32 * 33];
  View<Extents<32, 33>> tile(raw);
  tile(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = tile(threadIdx.x, threadIdx.y); // warn shared-memory-race: is read while another thread
}

__global__ void columnsFirst(const int *in, int *out) {
  __shared__ int raw[32 * 32];
  cuda::std::mdspan<int, Extents<32, 32>, cuda::std::layout_left> tile(raw);
  tile(threadIdx.x, threadIdx.y) = in[threadIdx.y * 32 + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = raw[threadIdx.y * 32 + threadIdx.x];
}

__global__ void columnsFirstMixed(const int *in, int *out) {
  __shared__ int raw[32 * 32];
  cuda::std::mdspan<int, Extents<32, 32>, cuda::std::layout_left> tile(raw);
  tile(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = raw[threadIdx.y * 32 + threadIdx.x]; // warn shared-memory-race: is read while another thread
}

// Sentinels that no signed number holds: an extent that is not constant.
template <int E> __device__ int strideOf(int n) {
  constexpr size_t known[] = {size_t(-1), 32};
  size_t extent = known[E];
  return extent == ~size_t(0) ? n : int(extent);
}

__global__ void knownStride(const int *in, int *out, int n) {
  __shared__ int raw[32 * 32];
  raw[threadIdx.y * strideOf<1>(n) + threadIdx.x] = in[threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = raw[threadIdx.y * 32 + threadIdx.x];
}

__global__ void knownStrideMixed(const int *in, int *out, int n) {
  __shared__ int raw[32 * 32];
  raw[threadIdx.y * strideOf<1>(n) + threadIdx.x] = in[threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = raw[threadIdx.x * 32 + threadIdx.y]; // warn shared-memory-race: is read while another thread
}

// What is less than the largest number is always less.
__global__ void noEnd(const int *in, int *out) {
  __shared__ int s[256];
  size_t end = in ? ~size_t(0) : ~size_t(0);
  if (threadIdx.x < end)
    s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread
}

void run(const int *in, int *out) {
  rowOrdered<<<1, 256>>>(in, out);
  row<<<1, 256>>>(in, out);
  dim3 tile(32, 32);
  ownElements<<<1, tile>>>(in, out);
  transposedOrdered<<<1, tile>>>(in, out);
  transposed<<<1, tile>>>(in, out);
  columnsFirst<<<1, tile>>>(in, out);
  columnsFirstMixed<<<1, tile>>>(in, out);
  knownStride<<<1, tile>>>(in, out, 32);
  knownStrideMixed<<<1, tile>>>(in, out, 32);
  noEnd<<<1, 256>>>(in, out);
}
