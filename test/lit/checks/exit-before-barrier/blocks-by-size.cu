// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Where the host makes a block of as many threads as there are items, no thread
// is behind them.

#include <algorithm>

__device__ float smallerThan(const float *values, int items) {
  __shared__ float all[1024];
  int t = threadIdx.x;
  all[t] = values[t];
  __syncthreads();
  int smaller = 0;
  for (int i = 0; i < items; ++i)
    smaller += all[i] < all[t];
  return smaller;
}

__global__ void asManyThreads(const float *values, float *out, int items) {
  if (threadIdx.x >= items)
    return;
  out[threadIdx.x] = smallerThan(values, items);
}
void launchAsMany(const float *values, float *out, int items) { asManyThreads<<<1, items>>>(values, out, items); }

__global__ void atMostAsMany(const float *values, float *out, int items) {
  __shared__ float sums[512];
  int t = threadIdx.x;
  if (t >= items)
    return;
  float sum = 0;
  for (int i = t; i < items; i += blockDim.x)
    sum += values[i];
  sums[t] = sum;
  __syncthreads();
  if (t == 0)
    for (int i = 1; i < blockDim.x; ++i)
      sum += sums[i];
  out[t] = sum;
}
void launchAtMost(const float *values, float *out, int items) {
  const int threads = std::min(items, 512);
  atMostAsMany<<<1, threads>>>(values, out, items);
}

// Whole warps: the last one may have too many.
__global__ void wholeWarps(const float *values, float *out, int items) {
  __shared__ float sums[512];
  int t = threadIdx.x;
  if (t >= items)
    return;
  sums[t] = values[t];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()', and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < blockDim.x; ++i)
    sum += sums[i];
  out[t] = sum;
}
void launchWholeWarps(const float *values, float *out, int items) {
  wholeWarps<<<1, (items + 31) / 32 * 32>>>(values, out, items);
}

// As many as something else.
__global__ void asManyAsOthers(const float *values, float *out, int items) {
  __shared__ float sums[512];
  int t = threadIdx.x;
  if (t >= items)
    return;
  sums[t] = values[t];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()', and what they should have written is read after it
  float sum = 0;
  for (int i = 0; i < blockDim.x; ++i)
    sum += sums[i];
  out[t] = sum;
}
void launchAsOthers(const float *values, float *out, int items, int threads) {
  asManyAsOthers<<<1, threads>>>(values, out, items);
}
