// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// What the lanes of a warp give each other orders nothing between warps, and
// elects no lane.

constexpr unsigned full = 0xffffffffu;

// All warps store in a loop that votes on where they stand.
__global__ void strided(const float *src, float *dst) {
  __shared__ float tile[512];
  for (int k = threadIdx.x; __any_sync(full, k < 512); k += 256)
    if (k < 512)
      tile[k] = src[k];
  dst[threadIdx.x] = tile[511 - threadIdx.x]; // warn shared-memory-race: {{'tile\[.*\]'}}
}

__global__ void stridedSynced(const float *src, float *dst) {
  __shared__ float tile[512];
  for (int k = threadIdx.x; __any_sync(full, k < 512); k += 256)
    if (k < 512)
      tile[k] = src[k];
  __syncthreads();
  dst[threadIdx.x] = tile[511 - threadIdx.x];
}

// The vote is about data: any warp may go on.
__global__ void relaxes(const float *src, float *dst) {
  __shared__ float cell[256];
  float x = src[threadIdx.x];
  while (!__all_sync(full, x < 0.01f)) {
    cell[threadIdx.x] = x;
    x = cell[255 - threadIdx.x] * 0.5f; // warn shared-memory-race: {{'cell\[.*\]'}}
  }
  dst[threadIdx.x] = x;
}

__global__ void relaxesOwn(const float *src, float *dst) {
  __shared__ float cell[256];
  float x = src[threadIdx.x];
  while (!__all_sync(full, x < 0.01f)) {
    cell[threadIdx.x] = x;
    x = cell[threadIdx.x] * 0.5f;
  }
  dst[threadIdx.x] = x;
}

// A warp draws a task; its lanes stage it for each other.
__global__ void tasks(int *head, const int *in, int *out, int n) {
  __shared__ int stage[8][32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (;;) {
    int task = 0;
    if (lane == 0)
      task = atomicAdd(head, 1);
    task = __shfl_sync(full, task, 0);
    if (task >= n)
      return;
    stage[warp][lane] = in[task * 32 + lane];
    out[task * 32 + lane] = stage[warp][lane ^ 7]; // warn implicit-warp-sync: {{'stage\[.*\]'}}
    __syncwarp();
  }
}

__global__ void tasksSynced(int *head, const int *in, int *out, int n) {
  __shared__ int stage[8][32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (;;) {
    int task = 0;
    if (lane == 0)
      task = atomicAdd(head, 1);
    task = __shfl_sync(full, task, 0);
    if (task >= n)
      return;
    stage[warp][lane] = in[task * 32 + lane];
    __syncwarp();
    out[task * 32 + lane] = stage[warp][lane ^ 7];
    __syncwarp();
  }
}

// One lane of all that come: the lowest of the ballot.
__global__ void lowest(const int *in, int *out) {
  __shared__ int found[8];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  bool hit = in[threadIdx.x] > 3;
  unsigned hits = __ballot_sync(full, hit);
  if (hits && lane == __ffs(hits) - 1)
    found[warp] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = found[warp];
}

void launch(const float *f, float *g, int *h, const int *i, int *o, int n) {
  strided<<<1, 256>>>(f, g);
  stridedSynced<<<1, 256>>>(f, g);
  relaxes<<<1, 256>>>(f, g);
  relaxesOwn<<<1, 256>>>(f, g);
  tasks<<<40, 256>>>(h, i, o, n);
  tasksSynced<<<40, 256>>>(h, i, o, n);
  lowest<<<1, 256>>>(i, o);
}
