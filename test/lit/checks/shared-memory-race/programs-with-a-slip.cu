// RUN: %verify %s '--checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-global-memory-race' --certainty=model
//
// Algorithms that projects write, each with one slip.

#include <cassert>
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// --- Stencils and transposes -------------------------------------------------

__global__ void transposeWithoutBarrier(const float *in, float *out, int width) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void haloOneTooWide(const float *in, float *out) {
  __shared__ float cells[256 + 4];
  int own = threadIdx.x + 2, i = blockIdx.x * 256 + threadIdx.x;
  cells[own] = in[i];
  if (threadIdx.x < 2) {
    cells[own - 2] = in[i - 2];
    cells[own + 255] = in[i + 255]; // warn shared-memory-race: is written while another thread of the block may still write it
  }
  __syncthreads();
  out[i] = cells[own - 2] + cells[own + 2]; // silent: no-alias
}
void launchHaloWide(const float *in, float *out) { haloOneTooWide<<<4, 256>>>(in, out); }

__global__ void stencilPlanesWithOneBarrier(const float *in, float *out, int ny, int nx, int nz) {
  __shared__ float plane[8][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int z = 0; z < nz; ++z) {
    plane[y][x] = in[(z * ny + y) * nx + x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[(z * ny + y) * nx + x] = plane[y][x] + plane[y ^ 1][x];
  }
}
void launchPlanes(const float *in, float *out) { stencilPlanesWithOneBarrier<<<1, dim3(32, 8)>>>(in, out, 8, 32, 9); }

// --- Matrix products ---------------------------------------------------------

template <int T> __global__ void productWithoutClosingBarrier(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n / T; ++t) {
    as[y][x] = a[(blockIdx.y * T + y) * n + t * T + x]; // warn implicit-warp-sync: is overwritten while another lane of the warp may still read it in the previous iteration
    bs[y][x] = b[(t * T + y) * n + blockIdx.x * T + x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += as[y][k] * bs[k][x];
  }
  c[(blockIdx.y * T + y) * n + blockIdx.x * T + x] = sum; // silent: no-alias
}
template __global__ void productWithoutClosingBarrier<16>(const float *, const float *, float *, int);

__global__ void stageNotFlipped(const float4 *a, float *c, int n) {
  __shared__ __align__(16) float as[2][1024];
  int stage = 0;
  reinterpret_cast<float4 *>(as[0])[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int t = 1; t < n; ++t) {
    for (int d = 0; d < 4; ++d)
      sum += as[stage][d * 256 + (threadIdx.x ^ 32)];
    reinterpret_cast<float4 *>(as[stage])[threadIdx.x] = a[t * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    __syncthreads();
  }
  c[threadIdx.x] = sum;
}
void launchStage(const float4 *a, float *c, int n) { stageNotFlipped<<<1, 256>>>(a, c, n); }

// --- Dynamic shared memory ---------------------------------------------------

__global__ void piecesTooClose(const double *in, int *out) {
  extern __shared__ unsigned char raw[];
  double *values = reinterpret_cast<double *>(raw);
  int *counts = reinterpret_cast<int *>(raw) + blockDim.x;
  values[threadIdx.x] = in[threadIdx.x];
  counts[threadIdx.x] = 0; // warn shared-memory-race: is written while another thread of the block may still write it
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x] + int(values[threadIdx.x]);
}

__global__ void secondUseOfOneBuffer(const float *in, float *out) {
  extern __shared__ float pool[];
  float *weights = pool;
  weights[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = weights[blockDim.x - 1 - threadIdx.x];
  int *ranks = (int *)pool;
  ranks[threadIdx.x] = v > 0; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[threadIdx.x] = ranks[0];
}

union Overlay {
  float rows[32][33];
  int counts[256];
};
__global__ void overlayWithoutBarrier(const float *in, int *out) {
  __shared__ Overlay shared;
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    shared.rows[y + i][x] = in[(y + i) * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; i += 8)
    sum += shared.rows[x][y + i];
  shared.counts[y * 32 + x] = 0; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  atomicAdd(&shared.counts[int(sum) & 255], 1);
  __syncthreads();
  out[y * 32 + x] = shared.counts[y * 32 + x];
}
void launchOverlay(const float *in, int *out) { overlayWithoutBarrier<<<1, dim3(32, 8)>>>(in, out); }

// --- Scans and reductions ----------------------------------------------------

__global__ void hillisSteeleOneBuffer(const int *in, int *out) {
  extern __shared__ int cells[];
  int tid = threadIdx.x;
  cells[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    if (tid >= d)
      cells[tid] += cells[tid - d]; // warn shared-memory-race: another thread of the block may still
    __syncthreads();
  }
  out[tid] = cells[tid];
}

__global__ void blellochWithoutInnerBarrier(const int *in, int *out) {
  __shared__ int cells[512];
  int t = threadIdx.x, offset = 1;
  cells[2 * t] = in[2 * t];
  cells[2 * t + 1] = in[2 * t + 1];
  __syncthreads();
  for (int d = 256; d > 0; d >>= 1) {
    if (t < d)
      cells[offset * (2 * t + 2) - 1] += cells[offset * (2 * t + 1) - 1]; // warn shared-memory-race: is read while another thread of the block may still write it
    offset *= 2;
  }
  __syncthreads();
  out[t] = cells[t];
}
void launchBlelloch(const int *in, int *out) { blellochWithoutInnerBarrier<<<1, 256>>>(in, out); }

__global__ void halvingWithoutBarrier(const float *in, float *out) {
  __shared__ float cells[512];
  cells[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1)
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
  if (threadIdx.x == 0)
    out[blockIdx.x] = cells[0]; // silent: no-alias
}

__global__ void resultReadTooEarly(const float *in, float *out) {
  __shared__ float cells[256];
  __shared__ float mean;
  int tid = threadIdx.x;
  cells[tid] = in[tid];
  for (int s = blockDim.x / 2; s; s >>= 1) {
    __syncthreads();
    if (tid < s)
      cells[tid] += cells[tid + s];
  }
  if (tid == 0)
    mean = cells[0] / blockDim.x;
  out[tid] = in[tid] - mean; // warn shared-memory-race: 'mean' is read while another thread of the block may still write it
}

template <class T, class Op> __device__ T blockScan(T value, Op op) {
  __shared__ T totals[32];
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 1; d < 32; d *= 2) {
    T other = __shfl_up_sync(~0u, value, d);
    if (lane >= d)
      value = op(value, other);
  }
  if (lane == 31)
    totals[warp] = value; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
  __syncthreads();
  for (int w = 0; w < warp; ++w)
    value = op(value, totals[w]);
  return value;
}
__global__ void scannedInALoop(const int *in, int *out, int n) {
  for (int base = 0; base < n; base += blockDim.x)
    out[base + threadIdx.x] = blockScan(in[base + threadIdx.x], [](int a, int b) { return a + b; });
}

__device__ void warpTail(volatile float *cells, int tid) {
  cells[tid] += cells[tid + 32];
  cells[tid] += cells[tid + 16]; // warn implicit-warp-sync: another lane of the warp may still
  cells[tid] += cells[tid + 8];
  cells[tid] += cells[tid + 4];
  cells[tid] += cells[tid + 2];
  cells[tid] += cells[tid + 1];
}
__global__ void lockStepTail(const float *in, float *out) {
  __shared__ float cells[128];
  int tid = threadIdx.x;
  cells[tid] = in[tid];
  __syncthreads();
  if (tid < 64)
    cells[tid] += cells[tid + 64];
  __syncthreads();
  if (tid < 32)
    warpTail(cells, tid);
  if (tid == 0)
    *out = cells[0];
}
void launchTail(const float *in, float *out) { lockStepTail<<<1, 128>>>(in, out); }

__global__ void tailForTwoWarps(const float *in, float *out) {
  __shared__ float cells[256];
  int tid = threadIdx.x;
  cells[tid] = in[tid];
  __syncthreads();
  if (tid < 128)
    cells[tid] += cells[tid + 128];
  __syncthreads();
  if (tid < 64) {
    cells[tid] += cells[tid + 64];
    __syncwarp();
    if (tid < 32)
      cells[tid] += cells[tid + 32]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
  if (tid < 32) {
    __syncwarp();
    float v = cells[tid];
    for (int d = 16; d; d /= 2)
      v += __shfl_down_sync(~0u, v, d);
    if (tid == 0)
      *out = v;
  }
}
void launchTwoWarps(const float *in, float *out) { tailForTwoWarps<<<1, 256>>>(in, out); }

// --- Sorting -----------------------------------------------------------------

__global__ void bitonicWithoutInnerBarrier(int *keys) {
  __shared__ int cells[256];
  unsigned own = threadIdx.x;
  cells[own] = keys[own];
  for (unsigned k = 2; k <= 256; k <<= 1) {
    __syncthreads();
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      unsigned other = own ^ j;
      if (other > own && (cells[own] > cells[other]) == ((own & k) == 0)) { // warn shared-memory-race: another thread of the block may still
        int swap = cells[own];
        cells[own] = cells[other];
        cells[other] = swap;
      }
    }
  }
  __syncthreads();
  keys[own] = cells[own];
}
void launchBitonic(int *keys) { bitonicWithoutInnerBarrier<<<1, 256>>>(keys); }

// --- Scalars and flags -------------------------------------------------------

__global__ void persistentBlocks(const int *in, int *out, int *next, int tiles) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1); // warn shared-memory-race: 'tile' is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    if (tile >= tiles)
      break;
    out[tile * blockDim.x + threadIdx.x] = in[tile * blockDim.x + threadIdx.x] + 1;
  }
}

__global__ void convergence(float *x, const float *b, int n) {
  __shared__ int changed;
  do {
    changed = 0; // warn shared-memory-race: 'changed' is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    float next = b[threadIdx.x] * 0.5f + x[threadIdx.x] * 0.5f;
    if (fabsf(next - x[threadIdx.x]) > 1e-3f)
      changed = 1;
    x[threadIdx.x] = next;
    __syncthreads();
  } while (changed);
}

__global__ void barrierForLargeBlocks(const int *in, int *out) {
  __shared__ int cells[1024];
  cells[threadIdx.x] = in[threadIdx.x];
  if (blockDim.x > 32)
    __syncthreads();
  out[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchSmall(const int *in, int *out) { barrierForLargeBlocks<<<1, 32>>>(in, out); }

__global__ void voteInsteadOfABarrier(const int *in, int *out) {
  __shared__ int marks[4][32];
  int warp = threadIdx.y, lane = threadIdx.x;
  marks[warp][lane] = in[warp * 32 + lane];
  if (__any_sync(~0u, in[lane] > 0))
    out[warp * 32 + lane] = marks[warp][(lane + 1) % 32]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchVote(const int *in, int *out) { voteInsteadOfABarrier<<<1, dim3(32, 4)>>>(in, out); }

// --- Histograms --------------------------------------------------------------

__global__ void zeroedTooLate(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&bins[in[i]], 1u); // warn shared-memory-race: another thread of the block may still write it
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    out[i] = bins[i];
}
void launchZeroed(const unsigned char *in, unsigned *out, int n) { zeroedTooLate<<<1, 128>>>(in, out, n); }

__global__ void countedWithoutAtomic(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  bins[threadIdx.x % 8] += in[threadIdx.x]; // warn shared-memory-race: another thread of the block may still
  __syncthreads();
  if (threadIdx.x < 8)
    out[threadIdx.x] = bins[threadIdx.x];
}
void launchCounted(const unsigned char *in, unsigned *out, int n) { countedWithoutAtomic<<<1, 256>>>(in, out, n); }

// --- Cubes, templates, lambdas -----------------------------------------------

__global__ void cubeReadsItsNeighbour(const float *in, float *out) {
  __shared__ float cells[4][4][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, at = (z * 4 + y) * 8 + x;
  cells[z][y][x] = in[at];
  float above = z < 3 ? cells[z + 1][y][x] : 0; // warn shared-memory-race: is read while another thread of the block may still write it
  out[at] = above;
}
void launchCube(const float *in, float *out) { cubeReadsItsNeighbour<<<1, dim3(8, 4, 4)>>>(in, out); }

template <class F> __device__ void forRange(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    f(i);
}
__global__ void lambdasWithoutBarrier(const int *in, int *out) {
  __shared__ int cells[512];
  forRange(512, [&](int i) { cells[i] = in[i]; });
  forRange(512, [&](int i) { out[i] = cells[(i + 1) % 512]; }); // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchLambdas(const int *in, int *out) { lambdasWithoutBarrier<<<1, 128>>>(in, out); }

// --- Global memory -----------------------------------------------------------

__global__ void stencilInPlace(float *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    cells[i] = 0.5f * (cells[i - 1] + cells[i + 1]); // warn global-memory-race: {{'cells\[\d+\]' is}}
}

__global__ void transposeInPlace(float *m, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float swap = m[y * n + x];
    m[y * n + x] = m[x * n + y]; // warn global-memory-race: {{'m\[\d+\]' is}}
    m[x * n + y] = swap; // warn global-memory-race: {{'m\[\d+\]' is}}
  }
}

__global__ void sumOfAll(const float *in, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *sum += in[i]; // warn global-memory-race: 'sum
}

__global__ void smoothedByGroup(float *cells, const float *in) {
  int i = threadIdx.x;
  cells[blockIdx.x * 256 + i] = in[blockIdx.x * 256 + i];
  cells[blockIdx.x * 256 + i] += cells[blockIdx.x * 256 + (i + 128) % 256]; // warn global-memory-race: another thread of the block may still
}
void launchSmoothed(float *cells, const float *in) { smoothedByGroup<<<4, 256>>>(cells, in); }

// Data choose who counts, and they choose several.
__global__ void countedUnderATest(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    count++; // warn shared-memory-race: another thread of the block may still
  __syncthreads();
  out[threadIdx.x] = count;
}

__global__ void largestOfAll(const int *in, int *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > *most)
    *most = in[i]; // warn global-memory-race: 'most
}
