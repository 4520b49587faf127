// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-shared-memory-race
//
// Each warp has a row of dynamic shared memory, as long as the host wants it.

#include <cuda_runtime.h>

__device__ bool contains(const int *row, int k, int index) {
  for (int i = 0; i < k; ++i)
    if (row[i] == index)
      return true;
  return false;
}

// The host has reserved Slack elements of a row for something else.
template <int Slack>
__global__ void best(const float *in, int *out, int n, int topk, int tokens) {
  extern __shared__ float shared[];
  int per = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *rows = shared;
  int *chosen = (int *)(rows + n * per);
  float *scores = rows + warp * n;
  int *mine = chosen + warp * (topk - Slack);
  for (int round = blockIdx.x; round * per + warp < tokens;
       round += gridDim.x) {
    int token = round * per + warp;
    for (int i = lane; i < n; i += 32)
      scores[i] = in[token * n + i];
    __syncwarp();
    for (int k = 0; k < topk; ++k) {
      float v = lane < n && !contains(mine, k, lane) ? scores[lane] : -1.f;
      int index = lane;
      for (int s = 16; s > 0; s /= 2) {
        float other = __shfl_xor_sync(~0u, v, s);
        int at = __shfl_xor_sync(~0u, index, s);
        if (other > v) {
          v = other;
          index = at;
        }
      }
      if (lane == 0)
        mine[k] = index; // warn shared-memory-race: is overwritten while another thread of the block may still read it
      __syncwarp();
    }
    for (int i = lane; i < topk; i += 32)
      out[token * topk + i] = mine[i];
    __syncwarp();
  }
}

void go(const float *in, int *out, int n, int topk, int tokens) {
  int per = 4, bytes = per * (n + topk) * sizeof(float);
  best<0><<<(tokens + 3) / 4, 128, bytes>>>(in, out, n, topk, tokens);
  best<1><<<(tokens + 3) / 4, 128, bytes>>>(in, out, n, topk, tokens);
}
