// RUN: %verify %s '--checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-global-memory-race,warplint-uninitialized-shared-read'
//
// Correct kernels as projects write them: nothing is reported.
// no-findings

#include <cassert>
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// --- Sorting -----------------------------------------------------------------

__device__ void compareExchange(unsigned &a, unsigned &b, bool up) {
  if ((a > b) == up) {
    unsigned swap = a;
    a = b;
    b = swap;
  }
}
__global__ void bitonicPairs(unsigned *keys, unsigned length, unsigned dir) {
  __shared__ unsigned cells[1024];
  keys += blockIdx.x * 1024 + threadIdx.x;
  cells[threadIdx.x] = keys[0];
  cells[threadIdx.x + 512] = keys[512];
  for (unsigned size = 2; size < length; size <<= 1) {
    unsigned up = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compareExchange(cells[at], cells[at + stride], up);
    }
  }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    compareExchange(cells[at], cells[at + stride], dir);
  }
  __syncthreads();
  keys[0] = cells[threadIdx.x];
  keys[512] = cells[threadIdx.x + 512];
}
void launchBitonic(unsigned *keys, int blocks) { bitonicPairs<<<blocks, 512>>>(keys, 1024, 1); }

__global__ void oneBitSplit(unsigned *keys) {
  __shared__ unsigned cells[256], sums[256];
  unsigned key = keys[threadIdx.x];
  for (int bit = 0; bit < 32; ++bit) {
    unsigned isZero = !((key >> bit) & 1);
    sums[threadIdx.x] = isZero;
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
      unsigned before = threadIdx.x >= d ? sums[threadIdx.x - d] : 0;
      __syncthreads();
      sums[threadIdx.x] += before;
      __syncthreads();
    }
    unsigned zeros = sums[255];
    unsigned rank = isZero ? sums[threadIdx.x] - 1 : zeros + threadIdx.x - sums[threadIdx.x];
    cells[rank] = key; // silent: distinct-indices, own-part
    __syncthreads();
    key = cells[threadIdx.x];
  }
  keys[threadIdx.x] = key;
}
void launchSplit(unsigned *keys) { oneBitSplit<<<1, 256>>>(keys); }

// --- Histograms --------------------------------------------------------------

__global__ void warpHistograms(const unsigned char *in, unsigned *out, unsigned n) {
  __shared__ unsigned counts[6 * 256];
  unsigned *own = counts + (threadIdx.x >> 5) * 256;
  for (unsigned i = threadIdx.x; i < 6 * 256; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(own + in[i], 1u);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    unsigned sum = 0;
    for (unsigned w = 0; w < 6; ++w)
      sum += counts[bin + w * 256];
    out[blockIdx.x * 256 + bin] = sum; // silent: no-alias
  }
}
void launchHistograms(const unsigned char *in, unsigned *out, unsigned n) { warpHistograms<<<240, 192>>>(in, out, n); }

// A byte per thread and bin: bytes of one word belong to four threads.
__global__ void byteCounters(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned char counters[64 * 64];
  unsigned position = (threadIdx.x & ~63u) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 0x30) >> 4);
  for (int i = 0; i < 64 * 64 / 4 / 64; ++i)
    reinterpret_cast<unsigned *>(counters)[threadIdx.x + i * 64] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 64)
    counters[position + (in[i] >> 26) * 64]++;
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += counters[threadIdx.x * 64 + ((i + threadIdx.x) & 63)];
  out[threadIdx.x] = sum;
}
void launchBytes(const unsigned *in, unsigned *out, int n) { byteCounters<<<1, 64>>>(in, out, n); }

// --- Producers and consumers -------------------------------------------------

__global__ void splitBarriers(const float *in, float *out, int n) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier ready[2], filled[2];
  __shared__ float buffer[2][32];
  auto block = cg::this_thread_block();
  if (block.thread_rank() < 4)
    init((block.thread_rank() < 2 ? ready : filled - 2) + block.thread_rank(), block.size());
  block.sync();
  if (block.thread_rank() < 32) {
    for (int i = 0; i < n; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][block.thread_rank()] = in[i * 32 + block.thread_rank()];
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < n; ++i) {
      filled[i % 2].arrive_and_wait();
      out[i * 32 + block.thread_rank() - 32] = buffer[i % 2][block.thread_rank() ^ 33];
      (void)ready[i % 2].arrive();
    }
  }
}
void launchSplitBarriers(const float *in, float *out, int n) { splitBarriers<<<1, 64>>>(in, out, n); }

// --- One warp works for the others -------------------------------------------

__global__ void queueOfABlock(const int *in, int *out, int *next, int n) {
  __shared__ int queue[256];
  __shared__ int count, base;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    queue[atomicAdd(&count, 1)] = i; // silent: elected-index
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(next, count);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    out[base + k] = queue[k]; // silent: elected-index, elected-thread
}

__global__ void persistentBlocks(const int *in, int *out, int *next, int tiles) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1);
    __syncthreads();
    int mine = tile;
    if (mine >= tiles)
      break;
    out[mine * blockDim.x + threadIdx.x] = in[mine * blockDim.x + threadIdx.x] + 1;
    __syncthreads();
  }
}

__global__ void firstWarpScansForAll(const int *in, int *out) {
  __shared__ int totals[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, value = in[threadIdx.x];
  for (int d = 16; d; d >>= 1)
    value += __shfl_xor_sync(~0u, value, d);
  if (lane == 0)
    totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int total = lane < 8 ? totals[lane] : 0;
    for (int d = 1; d < 8; d *= 2) {
      int other = __shfl_up_sync(~0u, total, d);
      if (lane >= d)
        total += other;
    }
    if (lane < 8)
      totals[lane] = total;
  }
  __syncthreads();
  out[threadIdx.x] = warp ? totals[warp - 1] : 0;
}
void launchFirstWarp(const int *in, int *out) { firstWarpScansForAll<<<1, 256>>>(in, out); }

// --- Extents that the kernel asks about --------------------------------------

__global__ void oneRowIsAsserted(const int *in, int *out) {
  assert(blockDim.y == 1 && blockDim.z == 1);
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x] + threadIdx.y;
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x ^ 1];
}

__global__ void returnsUnlessFitting(const int *in, int *out) {
  if (blockDim.x != 32 || blockDim.y != 8)
    return;
  __shared__ int cells[8][32];
  cells[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncwarp();
  out[threadIdx.y * 32 + threadIdx.x] = cells[threadIdx.y][31 - threadIdx.x];
}

__global__ void trapsUnlessFitting(const int *in, int *out) {
  __shared__ int cells[64];
  if (blockDim.x != 64)
    __trap();
  cells[threadIdx.x] = in[threadIdx.x];
  cells[63 - (63 - threadIdx.x)] += 1;
  out[threadIdx.x] = cells[threadIdx.x];
}

// --- Cubes and planes --------------------------------------------------------

__global__ void cube(const float *in, float *out, int n) {
  __shared__ float cells[6][6][6];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
  int at = ((blockIdx.z * 4 + threadIdx.z) * n + blockIdx.y * 4 + threadIdx.y) * n + blockIdx.x * 4 + threadIdx.x;
  cells[z][y][x] = in[at];
  if (threadIdx.x == 0) cells[z][y][0] = in[at - 1];
  if (threadIdx.x == 3) cells[z][y][5] = in[at + 1];
  if (threadIdx.y == 0) cells[z][0][x] = in[at - n];
  if (threadIdx.y == 3) cells[z][5][x] = in[at + n];
  if (threadIdx.z == 0) cells[0][y][x] = in[at - n * n];
  if (threadIdx.z == 3) cells[5][y][x] = in[at + n * n];
  __syncthreads();
  out[at] = cells[z - 1][y][x] + cells[z + 1][y][x] + cells[z][y - 1][x] + cells[z][y + 1][x] + cells[z][y][x - 1] + cells[z][y][x + 1]; // silent: no-alias
}
void launchCube(const float *in, float *out) { cube<<<dim3(16, 16, 16), dim3(4, 4, 4)>>>(in, out, 64); }

__global__ void flatRankOfACube(const int *in, int *out) {
  extern __shared__ int flat[];
  int rank = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  flat[rank] = in[rank];
  __syncthreads();
  out[rank] = flat[blockDim.x * blockDim.y * blockDim.z - 1 - rank];
}

// --- Objects -----------------------------------------------------------------

template <class T, int N> struct Ring {
  T slots[N];
  int head, tail;
  __device__ void reset() {
    if (threadIdx.x == 0)
      head = tail = 0;
  }
  __device__ void push(T value) {
    int at = atomicAdd(&tail, 1);
    if (at < N)
      slots[at] = value; // silent: elected-index, elected-thread
  }
};
__global__ void ringObject(const int *in, int *out) {
  __shared__ Ring<int, 512> ring;
  ring.reset();
  __syncthreads();
  if (in[threadIdx.x] & 1)
    ring.push(in[threadIdx.x]);
  __syncthreads();
  for (int i = threadIdx.x; i < min(ring.tail, 512); i += blockDim.x)
    out[i] = ring.slots[i];
}

union Overlay {
  struct {
    float rows[32][33];
  } tile;
  struct {
    int counts[256];
    int total;
  } tally;
};
__global__ void overlay(const float *in, int *out) {
  __shared__ Overlay shared;
  int x = threadIdx.x, y = threadIdx.y, rank = y * 32 + x;
  for (int i = 0; i < 32; i += 8)
    shared.tile.rows[y + i][x] = in[(y + i) * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; i += 8)
    sum += shared.tile.rows[x][y + i];
  __syncthreads();
  shared.tally.counts[rank] = 0;
  if (rank == 0)
    shared.tally.total = 0;
  __syncthreads();
  atomicAdd(&shared.tally.counts[int(sum) & 255], 1);
  if (sum > 1)
    atomicAdd(&shared.tally.total, 1);
  __syncthreads();
  out[rank] = shared.tally.counts[rank] + shared.tally.total;
}
void launchOverlay(const float *in, int *out) { overlay<<<1, dim3(32, 8)>>>(in, out); }

// --- Global memory -----------------------------------------------------------

__global__ void rowPerWarp(const int *rows, const float *values, const int *columns, const float *x, float *y, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, warp = thread / 32, lane = thread & 31;
  if (warp >= n)
    return;
  float sum = 0;
  for (int i = rows[warp] + lane; i < rows[warp + 1]; i += 32)
    sum += values[i] * x[columns[i]];
  for (int d = 16; d; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0)
    y[warp] += sum; // silent: no-alias
}

__global__ void rowPerBlock(float *m, const float *scale, int columns) {
  __shared__ float cells[256];
  float *row = m + (size_t)blockIdx.x * columns;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    sum += row[c] * row[c];
  cells[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s];
    __syncthreads();
  }
  float norm = rsqrtf(cells[0]);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    row[c] = row[c] * norm * scale[c]; // silent: no-alias
}

__global__ void vectorsOfFour(float4 *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 value = data[i];
    value.x *= 2;
    value.y *= 2;
    value.z *= 2;
    value.w *= 2;
    data[i] = value;
  }
  if (i < n % 4)
    reinterpret_cast<float *>(data)[n / 4 * 4 + i] *= 2;
}

struct Particle {
  float3 position, velocity;
};
__global__ void integrate(Particle *particles, const float3 *forces, float dt, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle &p = particles[i];
  p.velocity.x += forces[i].x * dt; // silent: no-alias
  p.position.x += p.velocity.x * dt; // silent: no-alias
  p.position.y += p.velocity.y * dt;
}

__global__ void imageOfThreeChannels(unsigned char *image, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  unsigned char *pixel = image + y * pitch + 3 * x;
  for (int c = 0; c < 3; ++c)
    pixel[c] = 255 - pixel[c]; // silent: pitch
}

template <class F> __global__ void forEach(int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    f(i);
}
void scale(float *data, float by, int n) {
  forEach<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) { data[i] *= by; });
}

__global__ void butterfly(float2 *data, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = (i / half) * half * 2 + i % half;
  float2 a = data[at], b = data[at + half];
  data[at] = {a.x + b.x, a.y + b.y};
  data[at + half] = {a.x - b.x, a.y - b.y};
}

__global__ void columnsOfOneArray(float *stats, int points, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 0; step < steps; ++step) {
    stats[3 * points + i]++;
    stats[0 * points + i] += 1;
    stats[1 * points + i] += 2;
    stats[2 * points + i] += 3;
  }
}
void launchColumns(float *stats) { columnsOfOneArray<<<56, 512>>>(stats, 56 * 512, 10); }

// Every thread of a row writes it, all the same.
template <class T> __global__ void rowLengths(const int *__restrict__ first, T *__restrict__ lengths, int n) {
  int lane = threadIdx.x;
  for (int row = threadIdx.y + blockIdx.y * blockDim.y; row < n; row += gridDim.y * blockDim.y) {
    int length = first[row + 1] - first[row];
    lengths[row] = (T)length; // silent: no-alias
    if (lane == 0 && length < 0)
      __trap();
  }
}
template __global__ void rowLengths<float>(const int *, float *, int);
template __global__ void rowLengths<int>(const int *, int *, int);

// No thread is told from another: a block is one thread.
__global__ void oneThreadPerBlock(uint4 *points, int n) {
  for (int i = 0; i < n; ++i) {
    points[blockIdx.x].x += points[blockIdx.x].y;
    points[blockIdx.x].y = points[blockIdx.x].x + i * blockDim.x;
  }
}

// --- Extents that the kernel tells ------------------------------------------

// 32 threads to a row, whatever the rows' length.
template <int N> __global__ void __launch_bounds__(128) rowOfAWarp(const float *in, float *out, int rows) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows)
    return;
  float own[N / 32];
  for (int i = 0; i < N / 32; ++i)
    own[i] = in[row * N + i * 32 + threadIdx.x];
  for (int i = 0; i < N / 32; ++i)
    out[row * N + i * 32 + threadIdx.x] = own[i];
}
template __global__ void rowOfAWarp<64>(const float *, float *, int);
template __global__ void rowOfAWarp<512>(const float *, float *, int);

// The tile has room for two rows of threads, of which some return.
__global__ void tilesOfSixteenRows(const float *in, float *out, unsigned stride, unsigned height, unsigned width) {
  __shared__ float tile[16 * 33];
  unsigned y = 8 * threadIdx.y, gx = blockIdx.x * 32 + threadIdx.x, gy = blockIdx.y * 16 + y;
  if (gx >= width || gy + 7 >= height)
    return;
  for (unsigned i = 0; i < 8; ++i)
    tile[(y + i) * 33 + threadIdx.x] = in[(gy + i) * stride + gx];
  for (unsigned i = 0; i < 8; ++i)
    out[(gy + i) * stride + gx] = tile[(y + i) * 33 + threadIdx.x]; // silent: pitch
}

// Rows of a constant length, filled up to a parameter.
template <int Length> __global__ void firstOfEachRow(const int *in, int *out, int rows, int used) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int k = 0; k < used; ++k)
    out[row * Length + k] = in[row * Length + k] + k; // silent: in-row
}
template __global__ void firstOfEachRow<16>(const int *, int *, int, int);

// --- One thread is chosen by data ----------------------------------------

struct Choice {
  int index, rest;
};
__global__ void firstAboveASum(const int *sums, int *out, int wanted) {
  __shared__ Choice choice;
  int before = threadIdx.x ? sums[threadIdx.x - 1] : 0, own = sums[threadIdx.x];
  if (before < wanted && own >= wanted) {
    choice.index = threadIdx.x; // silent: chosen-thread
    choice.rest = wanted - before;
  }
  __syncthreads();
  out[threadIdx.x] = choice.index + choice.rest;
}

__global__ void positionOfAKey(const int *keys, int *position, int key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keys[i] == key)
    *position = i; // silent: chosen-thread, no-alias
}

// Three conditions leave one thread.
__global__ void cornerOfACube(int *out) {
  __shared__ int base, rim[8][4][5];
  unsigned edges = 7;
  if (threadIdx.x == 3) {
    edges &= 6;
    rim[threadIdx.z][threadIdx.y][4] = threadIdx.z;
    if (threadIdx.y == 3)
      rim[threadIdx.z][0][0] = 1;
  }
  if (threadIdx.y == 3)
    edges &= 5;
  if (threadIdx.z == 7)
    edges &= 3;
  edges <<= 13;
  __syncthreads();
  if (edges == 0)
    base = atomicAdd(out, 4);
  __syncthreads();
  if (base + rim[threadIdx.z][threadIdx.y][4] == 5)
    atomicAdd(out, 1);
}
void launchCorner(int *out) { cornerOfACube<<<8, dim3(4, 4, 8)>>>(out); }
