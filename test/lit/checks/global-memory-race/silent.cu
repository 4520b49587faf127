// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// no-findings

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void gridStride(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = 2 * in[i];
}

__global__ void gridStrideInPlace(float *cells, size_t n) {
  for (size_t i = threadIdx.x + (size_t)blockDim.x * blockIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
    cells[i] *= 2;
    cells[i] += 1;
  }
}

__global__ void pairsInPlace(float2 *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float swap = pairs[i].x;
  pairs[i].x = pairs[i].y;
  pairs[i].y = swap;
}

__global__ void distinctPointers(const float *__restrict__ in, float *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] + in[i] + in[i + 1]; // silent: no-alias
}

__global__ void pointersAssumedDistinct(float *next, float *now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    next[i] = now[i - 1] + now[i + 1]; // silent: no-alias
}

__global__ void scatter(const int *in, const int *to, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[to[i]] = in[i]; // silent: distinct-indices
}

__global__ void scatterAdd(const int *in, const int *to, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[to[i]] += in[i]; // silent: distinct-indices
}

__global__ void resultOfTheBlock(const float *in, float *out) {
  __shared__ float cells[256];
  cells[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = cells[0]; // silent: no-alias
}

__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&bins[in[i]], 1u);
}

__global__ void sumWithAtomic(const float *in, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, in[i]); // silent: no-alias
}

__global__ void sameConstantFromAll(const int *in, int *changed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] != 0)
    *changed = 1; // silent: no-alias
}

__device__ unsigned arrived;
__global__ void lastBlockSums(const float *in, volatile float *parts, float *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    isLast = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast) {
    float sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
      sum += parts[i];
    out[threadIdx.x] = sum; // silent: elected-thread
    if (threadIdx.x == 0)
      arrived = 0;
  }
}

__global__ void gridSyncBetween(float *cells, float *out) {
  cg::grid_group grid = cg::this_grid();
  cells[grid.thread_rank()] = grid.thread_rank();
  grid.sync();
  out[grid.thread_rank()] = cells[grid.size() - 1 - grid.thread_rank()]; // silent: no-alias
}

__global__ void rowsOfAMatrix(float *m, int rows, int columns) {
  int row = blockIdx.x;
  if (row >= rows)
    return;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    m[row * columns + c] /= 2;
}

__global__ void planes(float *m, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny)
    for (int z = 0; z < nz; ++z)
      m[(z * ny + y) * nx + x] += 1;
}

__global__ void redAndBlack(float *cells, int n, int colour) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + colour;
  if (i > 0 && i < n - 1)
    cells[i] = 0.5f * (cells[i - 1] + cells[i + 1]);
}

__global__ void compactThroughACursor(const int *in, int *out, int *cursor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[atomicAdd(cursor, 1)] = in[i]; // silent: elected-index
}

__global__ void blockwiseInPlace(int *cells) {
  __shared__ int copy[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  copy[threadIdx.x] = cells[i];
  __syncthreads();
  cells[i] = copy[255 - threadIdx.x];
}

__global__ void oneThreadOfTheGrid(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    out[0] = 1;
    out[0] += 2;
  }
}

__global__ void bitonicStep(int *keys, unsigned j, unsigned k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other > i && keys[i] > keys[other]) {
    int swap = keys[i];
    keys[i] = keys[other];
    keys[other] = swap;
  }
}

__global__ void lockAround(int *lock, int *sum, const int *in) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *sum += in[blockIdx.x]; // silent: elected-thread
  __threadfence();
  atomicExch(lock, 0);
}

// Sizes whose product is beyond counting: each thread has its own three bytes.
__global__ void unpackBatches(const float *in, unsigned char *out, int height,
                              int width, int batches) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  if (x >= height * width)
    return;
  int offset = height * width * 3;
  for (int j = 0; j < batches; ++j)
    out[j * offset + x * 3] = in[j * offset + x]; // silent: no-alias, pitch
}

// Rows, planes and boxes of any pitch do not overlap.
__global__ void fivePitches(float *cells, const float *from, int n, long a, long b, long c, long d, long e, long f) {
  const float *row = from + blockIdx.x * a + blockIdx.y * b + blockIdx.z * c;
  float *to = cells + blockIdx.x * d + blockIdx.y * e + blockIdx.z * f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = row[i]; // silent: pitch
}

// Blocks that wait for a flag by a load in PTX come after what it announces.
__device__ int loadAcquire(const int *flag) {
  int value;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}
__global__ void passByPtx(int *flag, int *message, int *received) {
  if (blockIdx.x == 0) {
    *message = 42; // silent: elected-thread
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (loadAcquire(flag) == 0) {
    }
    *received = *message;
  }
}
void launchPassByPtx(int *a, int *b, int *c) { passByPtx<<<2, 1>>>(a, b, c); }

// Each block has a part of the buffer for itself, however rows lie in it.
struct SizesOfParts { int rows, columns, elements; };
__global__ void partsOfBlocks(float *work, SizesOfParts s) {
  float *mine = &work[blockIdx.x * s.elements];
  for (int i = threadIdx.x; i < s.elements; i += 256)
    mine[i] = 0;
  __syncthreads();
  for (int c = threadIdx.x; c < s.columns; c += 256) {
    int start = c * s.rows;
    float sum = 0;
    for (int p = start; p < start + s.rows; ++p) {
      mine[p] = mine[p] + sum; // silent: part-of-block
      sum = mine[p];
    }
  }
}

// A batch, a row and a column: nothing tells which pitch is the larger.
__global__ void batchOfPlanes(float *a, int pitch, int batch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h)
    a[blockIdx.z * batch + y * pitch + x] += 1; // silent: pitch
}

// Two parts of a buffer that the caller names: nobody names one part twice.
__global__ void splitLeaf(float *data, int leftLeaf, int rightLeaf) {
  int t = threadIdx.x;
  data[leftLeaf * 256 + t] = data[rightLeaf * 256 + 255 - t]; // silent: offset
  if (t == 0)
    data[leftLeaf] = 1; // silent: offset
  if (t == 32)
    data[rightLeaf] = 2; // silent: offset
}
void launchSplitLeaf(float *data, int l, int r) { splitLeaf<<<1, 256>>>(data, l, r); }

// Products of 24 bits, and functions of the libraries that choose.
__global__ void productsOf24Bits(unsigned *data, unsigned width, unsigned height) {
  unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (x < width && y < height)
    data[__umul24(y, width) + x] += 1;
}

__global__ void halves(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[min(2 * i, 2 * i + 1)] += 1;
  data[max(2 * i, 2 * i + 1)] += 1;
}
