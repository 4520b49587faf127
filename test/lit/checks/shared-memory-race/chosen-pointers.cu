// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Pointers that are chosen from several shared arrays: no other block sees what
// they point to.

__global__ void swapped(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *now = a, *next = b;
  for (int i = 0; i < n; ++i) {
    now[threadIdx.x] = in[(blockIdx.x * n + i) * 256 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * n + i) * 256 + threadIdx.x] = now[255 - threadIdx.x];
    float *t = now; now = next; next = t;
  }
}
__global__ void chosen(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *p = n > 5 ? a : b;
  p[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = p[255 - threadIdx.x];
}
__global__ void chosenBroken(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *p = n > 5 ? a : b;
  p[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x] = p[255 - threadIdx.x]; // warn shared-memory-race: {{'p\[\d+\]' is read while another thread of the block may still write it}}
}
__global__ void chosenByWarp(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *p = threadIdx.x < 128 ? a : b;
  p[threadIdx.x % 128] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = p[127 - threadIdx.x % 128];
}
__global__ void advanced(const float *in, float *out, int n) {
  __shared__ float a[512];
  float *p = a;
  for (int i = 0; i < n; ++i) {
    p[threadIdx.x] = in[(blockIdx.x * n + i) * 256 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * n + i) * 256 + threadIdx.x] = p[255 - threadIdx.x];
    p = p == a ? a + 256 : a;
  }
}
__global__ void swappedBroken(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *now = a, *next = b;
  for (int i = 0; i < n; ++i) {
    now[threadIdx.x] = in[(blockIdx.x * n + i) * 256 + threadIdx.x];
    out[(blockIdx.x * n + i) * 256 + threadIdx.x] = now[255 - threadIdx.x]; // warn shared-memory-race: {{'now\[\d+\]' is read while another thread of the block may still write it}}
    float *t = now; now = next; next = t;
    __syncthreads();
  }
}
