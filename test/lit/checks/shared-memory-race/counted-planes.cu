// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Blocks with planes whose launch is not shown: how the kernel counts through its
// threads tells how many there are along x and y, and perhaps along z.

extern __shared__ float cells[];

// --- Silent ---------------------------------------------------------------------

__global__ void ownCells(const float *in, float *out) {
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  cells[(tz * 2 + ty) * 16 + tx] = in[tx];
  __syncthreads();
  out[(tz * 2 + ty) * 16 + tx] = cells[(tz * 2 + ty) * 16 + (tx ^ 1)];
}

template <unsigned Size, unsigned X, unsigned Y>
__global__ void ownVectors(const float *in, float *out) {
  float *mine = cells + (threadIdx.z * Y + threadIdx.y) * X * Size + threadIdx.x * Size;
  for (unsigned i = 0; i < Size; ++i)
    mine[i] = in[threadIdx.x * Size + i];
  __syncthreads();
  for (unsigned i = 0; i < Size; ++i)
    out[threadIdx.x * Size + i] += cells[i * X];
}
template __global__ void ownVectors<4, 8, 3>(const float *, float *);

__global__ void inStages(const float *in, float *out) {
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  for (int stage = 0; stage < 3; ++stage)
    cells[((stage * 4 + tz) * 4 + ty) * 8 + tx] = in[tx];
  __syncthreads();
  out[tx] += cells[ty];
}

// --- Found ----------------------------------------------------------------------

__global__ void noBarrier(const float *in, float *out) {
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  cells[(tz * 2 + ty) * 16 + tx] = in[tx];
  out[(tz * 2 + ty) * 16 + tx] = cells[((tz ^ 1) * 2 + ty) * 16 + tx]; // warn shared-memory-race: may still write it
}

__global__ void planesOverlap(const float *in, float *out) {
  int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  cells[(tz * 2 + ty) * 16 + tx] = in[tx];
  __syncthreads();
  cells[ty * 16 + tx] = in[tz]; // warn shared-memory-race: several threads at once
}
