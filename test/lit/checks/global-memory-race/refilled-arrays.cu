// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A loop that fills a thread's own array from its first element to its last leaves
// nothing of what it held before.

#include <cuda_fp16.h>

__global__ void summedAgain(const float *in, float *out) {
  __shared__ float v[128];
  int x = threadIdx.x, y = threadIdx.y;
  float sum[4];
  for (int k = 0; k < 4; ++k)
    sum[k] = in[y * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k)
    v[y * 32 + x * 4 + k] = sum[k];
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    sum[k] = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      sum[k] += v[i * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k)
    out[x * 4 + k] = sum[k];
}
void goAgain(const float *a, float *o) { summedAgain<<<1, dim3(8, 4)>>>(a, o); }

// The last element keeps what it was.
__global__ void allButOne(const float *in, float *out) {
  __shared__ float v[128];
  int x = threadIdx.x, y = threadIdx.y;
  float sum[4];
  for (int k = 0; k < 4; ++k)
    sum[k] = in[y * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k)
    v[y * 32 + x * 4 + k] = sum[k];
  __syncthreads();
  for (int k = 0; k < 3; ++k)
    sum[k] = 0;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      sum[k] += v[i * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k)
    out[x * 4 + k] = sum[k]; // warn global-memory-race: is written by several threads at once
}
void goButOne(const float *a, float *o) { allButOne<<<1, dim3(8, 4)>>>(a, o); }

// What it was goes into what it becomes.
__global__ void halved(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  float part[4];
  for (int k = 0; k < 4; ++k)
    part[k] = in[y * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k)
    part[k] = part[k] / 2;
  for (int k = 0; k < 4; ++k)
    out[x * 4 + k] = part[k]; // warn global-memory-race: is written by several threads at once
}
void goHalved(const float *a, float *o) { halved<<<1, dim3(8, 4)>>>(a, o); }

// Some rounds leave theirs as it was.
__global__ void someRounds(const float *in, float *out, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  float part[4];
  for (int k = 0; k < 4; ++k)
    part[k] = in[y * 32 + x * 4 + k];
  for (int k = 0; k < 4; ++k) {
    if (k == n)
      continue;
    part[k] = 0;
  }
  for (int k = 0; k < 4; ++k)
    out[x * 4 + k] = part[k]; // warn global-memory-race: is written by several threads at once
}
void goSome(const float *a, float *o, int n) { someRounds<<<1, dim3(8, 4)>>>(a, o, n); }

// Vectors, as members and under another type.
template <int N> struct floats {
  float4 data[N / 4];
  __device__ float &operator[](int i) { return ((float *)data)[i]; }
  __device__ float *ptr() { return (float *)&data; }
  __device__ void fill(float v) {
#pragma unroll
    for (size_t i = 0; i < N / 4; ++i)
      data[i] = make_float4(v, v, v, v);
  }
  __device__ void load(const float *from) {
    for (int i = 0; i != N / 4; i++)
      data[i] = ((const float4 *)from)[i];
  }
  __device__ void store(float *to) const {
    for (int i = 0; i < N / 4; ++i)
      ((float4 *)to)[i] = data[i];
  }
};
template <int N> struct halves {
  int4 data[N / 8];
  __device__ half *ptr() { return reinterpret_cast<half *>(&data); }
  __device__ void store(half *to) const {
    for (int i = 0; i < N / 8; ++i)
      ((int4 *)to)[i] = data[i];
  }
  __device__ void storeBackwards(half *to) const {
    for (int i = N / 8 - 1; i >= 0; --i)
      ((int4 *)to)[i] = data[i]; // warn global-memory-race: is written by several threads at once
  }
};

template <bool Clears> __device__ void merged(floats<16> &sum, float *v, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  sum.load(in + y * 128 + x * 16);
  sum.store(v + y * 128 + x * 16);
  if (Clears)
    sum.fill(0);
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    floats<16> row;
    row.load(v + i * 128 + x * 16);
    for (int k = 0; k < 16; ++k)
      sum[k] += row[k];
  }
}
__device__ void rounded(halves<16> &to, floats<16> &from) {
  for (int i = 0; i < 8; ++i)
    ((half2 *)to.ptr())[i] = __float22half2_rn(((float2 *)from.ptr())[i]);
}
__global__ void mergedRows(const float *in, half *out) {
  __shared__ float v[512];
  floats<16> sum;
  merged<true>(sum, v, in);
  halves<16> small;
  rounded(small, sum);
  small.store(out + threadIdx.x * 16);
}
void goMerged(const float *a, half *o) { mergedRows<<<1, dim3(8, 4)>>>(a, o); }
__global__ void mergedIntoOwn(const float *in, half *out) {
  __shared__ float v[512];
  floats<16> sum;
  merged<false>(sum, v, in);
  halves<16> small;
  rounded(small, sum);
  small.storeBackwards(out + threadIdx.x * 16);
}
void goOwn(const float *a, half *o) { mergedIntoOwn<<<1, dim3(8, 4)>>>(a, o); }
