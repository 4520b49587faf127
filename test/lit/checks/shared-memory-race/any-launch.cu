// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Nothing says how these kernels are launched. A race shows in launches in which
// every element that is read is written by somebody.

__global__ void partner(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t ^ 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void partnerInOrder(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  out[t] = cells[t ^ 64];
}

__global__ void neighbour(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t ^ 1]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}

__global__ void neighbourInOrder(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncwarp();
  out[t] = cells[t ^ 1];
}

__global__ void partnerInArray(const float *in, float *out) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t ^ 64]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void shifted(const float *in, float *out, int k) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[t + k]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void shiftedAround(const float *in, float *out, int k) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[(t + k) % 512]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void shiftedInOrder(const float *in, float *out, int k) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  out[t] = cells[(t + k) % 512];
}

// A halo in front of what each thread loads: the parts do not overlap.
__global__ void halo(const float *in, float *out, int radius) {
  __shared__ float cells[1024];
  int t = threadIdx.x;
  cells[t + radius] = in[t];
  if (t < radius)
    cells[t] = in[t + 1024];
  __syncthreads();
  out[t] = cells[t];
}

// Parts of dynamic shared memory: their sizes are as the launch says.
__global__ void parts(const float *in, float *out, int n) {
  extern __shared__ float cells[];
  float *behind = cells + n;
  int t = threadIdx.x;
  cells[t] = in[t];
  behind[t] = in[t + n]; // silent: offset
  out[t] = cells[t] + behind[t]; // silent: offset
}

__global__ void gathered(const float *in, const int *index, float *out) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  cells[t] = in[t];
  out[t] = cells[index[t]]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void butterfly(const float *in, float *out, int width) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  float sum = 0;
  cells[t] = in[t];
  for (int j = width >> 1; j > 0; j >>= 1)
    sum += cells[t ^ j]; // warn shared-memory-race: is read while another thread of the block may still write it
  out[t] = sum;
}

__global__ void butterflyOfBlock(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  float sum = 0;
  cells[t] = in[t];
  for (int j = blockDim.x / 2; j > 0; j /= 2)
    sum += cells[t ^ j]; // warn shared-memory-race: is read while another thread of the block may still write it
  out[t] = sum;
}

__global__ void butterflyInOrder(const float *in, float *out, int width) {
  __shared__ float cells[512];
  int t = threadIdx.x;
  float sum = 0;
  cells[t] = in[t];
  __syncthreads();
  for (int j = width >> 1; j > 0; j >>= 1)
    sum += cells[t ^ j];
  out[t] = sum;
}

// Made for 128 threads: a smaller block would add what nobody wrote.
__global__ void tail(const float *in, float *out) {
  extern __shared__ float cells[];
  int t = threadIdx.x;
  cells[t] = in[t];
  __syncthreads();
  if (t < 64)
    cells[t] += cells[t + 64];
  __syncthreads();
  if (t == 0)
    *out = cells[0] + cells[1];
}

// How far the loop walks is up to the parameter, which is no more than there is
// room for: the kernel is for as many threads as its steps are wide.
__global__ void sumWithoutBarriers(const float *in, float *out, unsigned size) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (int i = threadIdx.x + 256; i < size; i += 256)
    cells[i] += in[i];
  for (int d = 128; d > 0; d >>= 1)
    if (threadIdx.x < d)
      cells[threadIdx.x] += cells[threadIdx.x + d]; // warn shared-memory-race: is read while another thread of the block may still write it
  if (threadIdx.x == 0)
    *out = cells[0];
}

__global__ void sumWithBarriers(const float *in, float *out, unsigned size) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  for (int i = threadIdx.x + 256; i < size; i += 256)
    cells[i] += in[i];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (threadIdx.x < d)
      cells[threadIdx.x] += cells[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *out = cells[0];
}

// Rows of 16 are lanes of one warp, rows of 32 are warps: the two threads race
// in every block.
__device__ float sumOfRows(float v, float *s) {
  int own = threadIdx.x + threadIdx.y * blockDim.x;
  s[own] = v;
  for (int o = blockDim.y / 2; o > 0; o >>= 1) {
    __syncthreads();
    if (threadIdx.y < o && threadIdx.y + o < blockDim.y) {
      v += s[threadIdx.x + (threadIdx.y + o) * blockDim.x];
      s[own] = v;
    }
  }
  return v;
}

__global__ void reusedBetweenSums(const float *in, float *out) {
  extern __shared__ float rows[];
  int own = threadIdx.x + threadIdx.y * blockDim.x;
  float v = sumOfRows(in[own], rows);
  rows[own] = v; // warn shared-memory-race: 'rows[32]' is overwritten while another thread of the block may still read it
  // note@-12: thread (0,0,0) reads 'rows[32]' here, when o = 1
  // note@-2: thread (0,1,0) writes 'rows[32]' here
  // note@-3: seen with blocks of (32,8,1) threads
  __syncthreads();
  if (own == 0)
    out[blockIdx.x] = rows[1];
}

__global__ void reusedBetweenSumsMended(const float *in, float *out) {
  extern __shared__ float rows[];
  int own = threadIdx.x + threadIdx.y * blockDim.x;
  float v = sumOfRows(in[own], rows);
  __syncthreads();
  rows[own] = v;
  __syncthreads();
  if (own == 0)
    out[blockIdx.x] = rows[1];
}

// The pitch of the result looks like the size of the block, which then leaves the
// array: common sizes are tried.
__global__ void pitchIsNoBlock(const float4 *in, float *out) {
  __shared__ __align__(16) float cells[1024];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(cells)[t] = in[blockIdx.x * blockDim.x + t];
  out[blockIdx.x * 1024 + t] = cells[t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void pitchIsNoBlockSynced(const float4 *in, float *out) {
  __shared__ __align__(16) float cells[1024];
  int t = threadIdx.x;
  reinterpret_cast<float4 *>(cells)[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * 1024 + t] = cells[t];
}

// --- Two things to do ----------------------------------------------------------
//
// Some threads fill a stage, the others empty it: the block has both.

__global__ void fillsAndEmpties(const float *in, float *out, int n) {
  __shared__ float stage[2][128];
  int warp = threadIdx.x / 32;
  for (int i = 0; i < n; ++i) {
    if (warp < 4)
      stage[i & 1][threadIdx.x] = in[i * 128 + threadIdx.x]; // warn shared-memory-race: {{is (over)?written while another thread of the block may still read it}}
    else
      out[i * 128 + threadIdx.x - 128] = stage[i & 1][threadIdx.x - 128] * 2;
    __syncthreads();
  }
}

__global__ void fillsAheadAndEmpties(const float *in, float *out, int n) {
  __shared__ float stage[2][128];
  int warp = threadIdx.x / 32;
  for (int i = 0; i <= n; ++i) {
    if (warp < 4)
      stage[i & 1][threadIdx.x] = in[i * 128 + threadIdx.x];
    else
      out[i * 128 + threadIdx.x - 128] = stage[i & 1 ^ 1][threadIdx.x - 128] * 2;
    __syncthreads();
  }
}

__global__ void fillsOrReturns(const float *in, float *out) {
  __shared__ float stage[128];
  if (threadIdx.x < 128) {
    stage[threadIdx.x] = in[threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    return;
  }
  out[threadIdx.x - 128] = stage[threadIdx.x - 128];
}

// One thing to do, and a guard that holds for all threads of a block of 128.
__global__ void guarded(const float *in, float *out) {
  __shared__ float stage[128];
  if (threadIdx.x < 128)
    stage[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = stage[threadIdx.x & 127];
}
