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

// Nothing but the round says which array a pointer leads to.
__global__ void inTurn(float *out, int n) {
  __shared__ float a[256], b[256];
  float *from = a, *to = b;
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    to[threadIdx.x] = from[(threadIdx.x + 1) % 256];
    __syncthreads();
    float *t = from; from = to; to = t;
  }
  out[blockIdx.x * 256 + threadIdx.x] = from[threadIdx.x];
}
__global__ void inTurnBroken(float *out, int n) {
  __shared__ float a[256], b[256];
  float *from = a, *to = b;
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    to[threadIdx.x] = from[(threadIdx.x + 1) % 256]; // warn shared-memory-race: {{'(from|to)\[\d+\]' is (read|overwritten) while another thread of the block may still (write|read) it in the previous iteration}}
    float *t = from; from = to; to = t;
  }
  out[blockIdx.x * 256 + threadIdx.x] = from[threadIdx.x];
}
__global__ void ownInTurn(float *out, int n) {
  __shared__ float a[256], b[256];
  float *from = a, *to = b;
  a[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    to[threadIdx.x] = from[threadIdx.x] + 1;
    float *t = from; from = to; to = t;
  }
  out[blockIdx.x * 256 + threadIdx.x] = from[threadIdx.x];
}
__global__ void threeInTurn(float *out, int n) {
  __shared__ float a[256], b[256], c[256];
  float *last = a, *now = b, *next = c;
  a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    next[threadIdx.x] = now[(threadIdx.x + 1) % 256] - last[threadIdx.x];
    __syncthreads();
    float *t = last; last = now; now = next; next = t;
  }
  out[blockIdx.x * 256 + threadIdx.x] = now[threadIdx.x];
}
// Pointers in arrays.
__global__ void listed(const int *in, int *out) {
  __shared__ int a[256], b[256];
  int *const halves[2] = {a, b};
  halves[0][threadIdx.x] = in[threadIdx.x];
  halves[1][threadIdx.x] = in[threadIdx.x + 256];
  out[threadIdx.x] = halves[0][255 - threadIdx.x]; // warn shared-memory-race: {{'a\[\d+\]' is read while another thread of the block may still write it}}
}
void launchListed(const int *in, int *out) { listed<<<1, 256>>>(in, out); }

__global__ void listedInTurn(const int *in, int *out, int n) {
  __shared__ int a[256], b[256];
  int *const halves[] = {a, b};
  for (int i = 0; i < n; ++i) {
    halves[i & 1][threadIdx.x] = in[256 * i + threadIdx.x];
    __syncthreads();
    out[256 * i + threadIdx.x] = halves[i & 1][255 - threadIdx.x];
  }
}
void launchInTurn(const int *in, int *out, int n) { listedInTurn<<<1, 256>>>(in, out, n); }

__global__ void listedOneForAll(const int *in, int *out, int n) {
  __shared__ int a[256], b[256];
  int *halves[2];
  halves[0] = a;
  halves[1] = b;
  for (int i = 0; i < n; ++i) {
    halves[1][threadIdx.x] = in[256 * i + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[256 * i + threadIdx.x] = halves[1][255 - threadIdx.x];
  }
  out[threadIdx.x] += halves[0][threadIdx.x];
}
void launchOneForAll(const int *in, int *out, int n) { listedOneForAll<<<1, 256>>>(in, out, n); }
