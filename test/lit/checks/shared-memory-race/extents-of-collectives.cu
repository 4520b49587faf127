// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-temp-storage-reuse,warplint-global-memory-race -- --cuda-gpu-arch=sm_80 -std=c++17
//
// A collective of a block is for the block that its template arguments name.

#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>

template <int Threads> __global__ void sums(const float *in, float *out, int n) {
  typedef cub::BlockReduce<float, Threads> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum; // silent: no-alias
}
template __global__ void sums<32>(const float *, float *, int);

__global__ void rows(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 8, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 8>;
  __shared__ Reduce::TempStorage storage;
  __shared__ float tile[8][8];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
  float sum = Reduce(storage).Sum(tile[threadIdx.y][threadIdx.x]);
  if (threadIdx.x == 0 && threadIdx.y == 0)
    out[blockIdx.x] = sum; // silent: no-alias
}

// Others race within that block all the same.
template <int Threads> __global__ void neighbours(const float *in, float *out) {
  typedef cub::BlockReduce<float, Threads> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  float sum = Reduce(storage).Sum(s[threadIdx.x ^ 64]); // warn shared-memory-race: may still write it
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum; // silent: no-alias
}
template __global__ void neighbours<128>(const float *, float *);

template <int Threads> __global__ void twice(const float *in, float *out) {
  typedef cub::BlockReduce<float, Threads> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float v = in[blockIdx.x * Threads + threadIdx.x];
  float a = Reduce(storage).Sum(v);
  float b = Reduce(storage).Sum(v * v); // warn temp-storage-reuse: again while other threads of the block may still be using it
  if (threadIdx.x == 0)
    out[blockIdx.x] = a + b; // silent: no-alias
}
template __global__ void twice<128>(const float *, float *);

// What the host does is what happens.
template <int Threads> __global__ void launchedWithMore(const float *in, float *out) {
  typedef cub::BlockReduce<float, Threads> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  float sum = Reduce(storage).Sum(in[threadIdx.x]); // warn shared-memory-race: written by several threads at once
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum; // silent: no-alias
}
void launch(const float *in, float *out) { launchedWithMore<32><<<8, 256>>>(in, out); }
