// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// How many threads a kernel is made for, that nothing launches: as many as there
// are elements in the part of an array that a pointer or an index chooses.

__global__ void byPointer(const float *in, float *out, int odd) {
  __shared__ float halves[2][256];
  float *half = odd ? halves[1] : halves[0];
  half[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = half[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void byPointerInALoop(const float *in, float *out, int tiles) {
  __shared__ float halves[2][256];
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    float *half = i % 2 ? halves[1] : halves[0];
    half[threadIdx.x] = in[i * 256 + threadIdx.x];
    sum += half[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void byIndex(const float *in, float *out, int tiles) {
  __shared__ float both[512];
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    both[(i & 1) * 256 + threadIdx.x] = in[i * 256 + threadIdx.x];
    sum += both[(i & 1) * 256 + 255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// One barrier for each tile is enough where the other half is written meanwhile.
__global__ void byIndexInTurn(const float *in, float *out, int tiles) {
  __shared__ float both[512];
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    float *half = both + (i & 1) * 256;
    half[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    sum += half[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void byPointerInTurn(const float *in, float *out, int odd) {
  __shared__ float halves[2][256];
  float *half = odd ? halves[1] : halves[0];
  half[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = half[255 - threadIdx.x];
}

// Rows of a warp each: no part of a block's own.
__global__ void rowsOfWarps(const float *in, float *out) {
  __shared__ float rows[4 * 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  rows[warp * 32 + lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = rows[warp * 32 + 31 - lane];
}
