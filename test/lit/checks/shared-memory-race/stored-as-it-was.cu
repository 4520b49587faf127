// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-global-memory-race
//
// A store of what its thread has just read there leaves everything as it is:
// who reads it before or after reads the same.

// The first warp copies its row onto itself.
__global__ void copiesForEachWarp(float *out, float factor) {
  __shared__ float levels[8 * 32];
  int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 32;
  if (threadIdx.x < 32)
    levels[threadIdx.x] = factor * threadIdx.x;
  __syncthreads();
  if (lane < 20)
    levels[lane + row] = levels[lane]; // silent: unused-value
  __syncthreads();
  out[threadIdx.x] = levels[threadIdx.x];
}

// Turned by one, it is overwritten with something else.
__global__ void copiesTurned(float *out, float factor) {
  __shared__ float levels[8 * 32];
  int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 32;
  if (threadIdx.x < 32)
    levels[threadIdx.x] = factor * threadIdx.x;
  __syncthreads();
  levels[lane + row] = levels[(lane + 1) % 32]; // warn shared-memory-race: another thread of the block
  __syncthreads();
  out[threadIdx.x] = levels[threadIdx.x];
}

__device__ void put(int *to, int value) { *to = value; }

__global__ void throughAFunction(int *out) {
  __shared__ int table[4][64];
  int t = threadIdx.x % 64, part = threadIdx.x / 64;
  if (part == 0)
    table[0][63 - t] = t * t;
  __syncthreads();
  put(&table[part][t], table[0][t]); // silent: unused-value
  __syncthreads();
  out[threadIdx.x] = table[part][63 - t];
}

// It is changed between.
__global__ void changedBetween(int *out) {
  __shared__ int table[4][64];
  int t = threadIdx.x % 64, part = threadIdx.x / 64;
  if (part == 0)
    table[0][63 - t] = t * t;
  __syncthreads();
  put(&table[part][t], table[0][t] + 1); // warn shared-memory-race: another thread of the block
  __syncthreads();
  out[threadIdx.x] = table[part][63 - t];
}

// What was read is written back behind a barrier.
__global__ void writtenBackLater(int *out) {
  __shared__ int table[256];
  table[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int before = table[0];
  __syncthreads();
  if (threadIdx.x == 40)
    table[0] = 7;
  __syncthreads();
  if (threadIdx.x == 0)
    table[0] = before;
  out[threadIdx.x] = table[0]; // warn shared-memory-race: another thread of the block
}
void launch(float *out, int *to) {
  copiesForEachWarp<<<4, 256>>>(out, 2);
  copiesTurned<<<4, 256>>>(out, 2);
  throughAFunction<<<4, 256>>>(to);
  changedBetween<<<4, 256>>>(to);
  writtenBackLater<<<4, 256>>>(to);
}
