// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// The rank in a grid of rows is the number of the block times its size, plus the
// rank in the block.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int fill(int *tile, const int *in, long long i, long long n) {
  __syncthreads();
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  return tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void wholeTiles(const int *in, int *out, int n) {
  __shared__ int tile[256];
  auto all = cg::this_grid();
  for (long long i = all.thread_rank(); i - threadIdx.x < n; i += all.size()) {
    int other = fill(tile, in, i, n);
    if (i < n)
      out[i] = other;
  }
}
void launchWholeTiles(const int *in, int *out, int n) { wholeTiles<<<9, 256>>>(in, out, n); }

__global__ void fromTheFirstThread(const int *in, int *out, int n) {
  __shared__ int tile[256];
  const auto block = cg::this_thread_block();
  const long long first = cg::this_grid().thread_rank() - block.thread_rank();
  for (long long from = first; from < n; from += cg::this_grid().num_threads())
    out[from] = fill(tile, in, from + threadIdx.x, n);
}
void launchFromTheFirstThread(const int *in, int *out, int n) { fromTheFirstThread<<<9, 256>>>(in, out, n); }

__global__ void eachForItself(const int *in, int *out, int n) {
  __shared__ int tile[256];
  auto all = cg::this_grid();
  for (long long i = all.thread_rank(); i < n; i += all.size()) {
    tile[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    out[i] = tile[255 - threadIdx.x];
  }
}
void launchEachForItself(const int *in, int *out, int n) { eachForItself<<<9, 256>>>(in, out, n); }
