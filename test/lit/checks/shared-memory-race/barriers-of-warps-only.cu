// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A kernel with barriers of warps only is for a block of one warp, if such a
// block writes all that it reads. Otherwise they stand in place of the block's.

__global__ void reversed(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: may still write it
}
__global__ void otherWarp(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 64]; // warn shared-memory-race: may still write it
}
struct OfWarp {
  static __device__ void wait() { __syncwarp(); }
};
struct OfBlock {
  static __device__ void wait() { __syncthreads(); }
};
template <class Barrier> __global__ void chosen(const int *in, int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  Barrier::wait();
  out[threadIdx.x] = s[threadIdx.x ^ 32]; // warn shared-memory-race: may still write it
}
template __global__ void chosen<OfBlock>(const int *, int *);
template __global__ void chosen<OfWarp>(const int *, int *);

__global__ void sameWarp(const int *in, int *out) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}
__global__ void oneWarp(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void oneWarpWithMore(const int *in, int *out) {
  __shared__ int s[256];
  for (int i = 0; i < 256; i += 32)
    s[i + threadIdx.x] = in[i + threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void oneWarpHalves(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  s[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x] + s[63 - threadIdx.x];
}
__global__ void oneWarpWrapped(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 32]; // silent: one-warp
}
