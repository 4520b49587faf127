// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier
//
// Lanes that combine what they hold with what the lane across holds, step by
// step, hold the same in the end. A branch on that sends a warp one way.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned sum(unsigned v) {
  for (int off = 16; off > 0; off >>= 1)
    v += __shfl_xor_sync(0xffffffffu, v, off);
  return v;
}

__device__ float largest(float v) {
#pragma unroll
  for (int off = 1; off < 32; off *= 2)
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
  return v;
}

template <int Width> __device__ float within(float v) {
  for (int off = Width / 2; off > 0; off /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, off, Width);
  return v;
}

__device__ int least(int v) {
  for (int off = 16; off > 0; off /= 2) {
    int other = __shfl_xor_sync(~0u, v, off);
    v = other < v ? other : v;
  }
  return v;
}

__device__ float larger(float v) {
  for (int off = 16; off > 0; off /= 2) {
    float other = __shfl_xor_sync(~0u, v, off);
    if (other > v)
      v = other;
  }
  return v;
}

__global__ void aboveOne(const float *in, float *out) {
  if (larger(in[threadIdx.x]) > 1)
    out[threadIdx.x] = larger(in[threadIdx.x] - 1);
}

__global__ void ofTile(const float *in, float *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float v = in[threadIdx.x];
  for (int off = warp.size() / 2; off > 0; off /= 2)
    v += warp.shfl_xor(v, off);
  if (v > 1)
    out[threadIdx.x] = warp.shfl_down(v, 1);
}

__global__ void ofSmallTile(const float *in, float *out) {
  auto half = cg::tiled_partition<16>(cg::this_thread_block());
  float v = in[threadIdx.x];
  for (int off = half.size() / 2; off > 0; off /= 2)
    v += half.shfl_xor(v, off);
  if (v > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, v, 1); // warn sync-mask: waits for lanes
}

// What one warp has reduced from what all have left, the block knows.
__global__ void ofBlock(const float *in, float *out) {
  __shared__ float parts[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = larger(in[threadIdx.x]);
  if (lane == 0)
    parts[warp] = v;
  __syncthreads();
  v = larger(lane < 8 ? parts[lane] : -1);
  if (v > 1) {
    __syncthreads(); // silent: whole-rows, whole-warps
    parts[warp] = v;
    __syncthreads();
    out[threadIdx.x] = parts[7 - warp];
  }
}

__global__ void buckets(const unsigned *in, unsigned *out, unsigned k) {
  unsigned target = 0;
  for (int b = 15; b >= 0; --b) {
    unsigned all = sum(in[threadIdx.x * 16 + b]);
    if (all >= k) {
      target = b;
      break;
    }
    k -= all;
  }
  out[threadIdx.x] = target;
}

__global__ void skips(const float *in, float *out) {
  float top = largest(in[threadIdx.x]);
  if (top < 0)
    return;
  out[threadIdx.x] = sum(unsigned(in[threadIdx.x] / top));
}

__global__ void unrolled(const float *in, float *out) {
  float v = in[threadIdx.x];
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 1);
  if (v > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, in[threadIdx.x], 1);
}

__global__ void minimum(const int *in, int *out) {
  if (least(in[threadIdx.x]) == 0)
    out[threadIdx.x] = least(in[threadIdx.x] - 1);
}

// The last step is left out: two halves of the warp, each with its own.
__global__ void halves(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int off = 8; off > 0; off /= 2)
    v += __shfl_xor_sync(~0u, v, off);
  if (v > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, v, 1); // warn sync-mask: '__shfl_down_sync()' waits for lanes
}

__global__ void segments(const float *in, float *out) {
  if (within<16>(in[threadIdx.x]) > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, in[threadIdx.x], 1); // warn sync-mask: waits for lanes
}

__global__ void wholeSegment(const float *in, float *out) {
  if (within<32>(in[threadIdx.x]) > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, in[threadIdx.x], 1);
}

// Only lane 0 has the sum after shifts.
__global__ void shifted(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int off = 16; off > 0; off /= 2)
    v += __shfl_down_sync(~0u, v, off);
  if (v > 1)
    out[threadIdx.x] = __shfl_xor_sync(~0u, v, 1); // warn sync-mask: waits for lanes
}

// Who comes first matters: the lanes of a pair do not hold the same.
__global__ void differences(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int off = 16; off > 0; off /= 2)
    v = 2 * v + __shfl_xor_sync(~0u, v, off);
  if (v > 1)
    out[threadIdx.x] = __shfl_down_sync(~0u, v, 1); // warn sync-mask: waits for lanes
}

// A function for which it matters, too.
__global__ void byFunction(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int off = 16; off > 0; off /= 2)
    v = fdimf(v, __shfl_xor_sync(~0u, v, off));
  if (v > 0)
    out[threadIdx.x] = __shfl_down_sync(~0u, v, 1); // warn sync-mask: waits for lanes
}

__global__ void any(const float *in, float *out) {
  int some = in[threadIdx.x] > 0;
  for (int off = 16; off > 0; off /= 2)
    some |= __shfl_xor_sync(~0u, some, off);
  if (some)
    out[threadIdx.x] = __shfl_down_sync(~0u, in[threadIdx.x], 1);
}

// What it was before the last step is not the same.
__global__ void before(const int *in, int *out) {
  int v = in[threadIdx.x], last = 0;
  for (int off = 16; off > 0; off /= 2) {
    last = v;
    v += __shfl_xor_sync(~0u, v, off);
  }
  if (last > 7)
    out[threadIdx.x] = __shfl_down_sync(~0u, v, 1); // warn sync-mask: waits for lanes
}

// Before the last step the lanes differ.
__global__ void early(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int off = 16; off > 0; off /= 2) {
    v += __shfl_xor_sync(~0u, v, off);
    if (v > 100)
      __syncwarp(); // warn sync-mask: waits for lanes
  }
  out[threadIdx.x] = v;
}
