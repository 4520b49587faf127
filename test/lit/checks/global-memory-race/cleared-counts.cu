// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// A counter that one block clears while others count, and draw their places.

#include <cuda/atomic>
__global__ void histogram(const int* in, int* hist, int n) {
  if (blockIdx.x == 0) for (int b = threadIdx.x; b < 256; b += blockDim.x) hist[b] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&hist[in[i] & 255], 1); // silent: no-alias
}
__global__ void drawnPlaces(const float* in, float* list, unsigned* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *total = 0;
  if (i < n && in[i] != 0.f) { unsigned at = atomicAdd(total, 1u); list[at] = in[i]; }  // warn global-memory-race: 'total' is updated while a thread of another block may still write it
}
struct State { int count; float v[1024]; };
__global__ void drawnByPtx(State* s, const float* in, int n) {
  if (blockIdx.x + threadIdx.x == 0) s->count = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 1.f) {
    int at; asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(at) : "l"(&s->count) : "memory"); // warn global-memory-race: 's.count' is updated while a thread of another block may still write it
    s->v[at] = in[i]; // silent: no-alias
  }
}
void go(const int* a, int* h, const float* in, float* l, unsigned* t, State* s, int n) {
  histogram<<<64, 256>>>(a, h, n); drawnPlaces<<<64, 256>>>(in, l, t, n); drawnByPtx<<<64, 256>>>(s, in, n);
}

__global__ void oneBlock(const int* in, int* hist, int n) {   // one block
  for (int b = threadIdx.x; b < 256; b += blockDim.x) hist[b] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&hist[in[i] & 255], 1);
}
// last block resets
__global__ void lastBlockClears(const float* in, float* list, unsigned* total, unsigned* ticket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ bool last;
  if (i < n && in[i] != 0.f) { unsigned at = atomicAdd(total, 1u); list[at] = in[i]; } // silent: no-alias
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) { *total = 0; *ticket = 0; } // silent: no-alias
}
// its own counter per block
__global__ void counterOfABlock(const float* in, float* list, int* counts, int n) {
  if (threadIdx.x == 0) counts[blockIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.f) list[blockIdx.x * blockDim.x + atomicAdd(&counts[blockIdx.x], 1)] = in[i]; // silent: no-alias
}
// clears the other buffer for the next launch
__global__ void clearsTheNext(const float* in, float* list, int* now, int* next, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *next = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.f) list[atomicAdd(now, 1)] = in[i]; // silent: no-alias
}
// a queue: who draws the number of tiles resets
__global__ void queue(int* queue, float* x, int tiles) {
  __shared__ int t;
  for (;;) {
    if (threadIdx.x == 0) t = atomicAdd(queue, 1);
    __syncthreads();
    if (t >= tiles) break;
    x[t * 32 + threadIdx.x] += 1; // silent: no-alias
    __syncthreads();
  }
  if (t == tiles + gridDim.x - 1 && threadIdx.x == 0) *queue = 0; // silent: no-alias
}
void go(const int* a, int* h, const float* in, float* l, unsigned* t, int* c, int* d, int n, float* x) {
  oneBlock<<<1, 256>>>(a, h, n); lastBlockClears<<<64, 256>>>(in, l, t, t + 1, n); counterOfABlock<<<64, 256>>>(in, l, c, n); clearsTheNext<<<64, 256>>>(in, l, c, d, n); queue<<<64, 32>>>(c, x, 1000);
}
