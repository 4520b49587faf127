// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Kernels in which no two threads meet, or a barrier stands between them.
// no-findings

#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// --- Each thread has its own element -----------------------------------------

__global__ void ownElement(const int *in, int *out) {
  __shared__ int cell[256];
  cell[threadIdx.x] = in[threadIdx.x];
  cell[threadIdx.x] += 1;
  out[threadIdx.x] = cell[threadIdx.x];
}

__global__ void ownRowOfAPaddedTile(const float *in, float *out) {
  __shared__ float tile[32][33];
  for (int i = 0; i < 32; ++i)
    tile[threadIdx.x][i] = in[i * 32 + threadIdx.x];
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += tile[threadIdx.x][i];
  out[threadIdx.x] = sum;
}
void launchRows(const float *in, float *out) { ownRowOfAPaddedTile<<<1, 32>>>(in, out); }

__global__ void ownColumnByStride(const int *in, int *out, int n) {
  __shared__ int cells[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    cells[i] = in[i];
  int sum = 0;
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    sum += cells[i];
  out[threadIdx.x] = sum;
}

__global__ void ownFieldOfAStruct(const float *in, float *out) {
  struct Pair {
    float left, right;
  };
  __shared__ Pair pairs[128];
  pairs[threadIdx.x].left = in[threadIdx.x];
  pairs[threadIdx.x].right = in[threadIdx.x + 128];
  out[threadIdx.x] = pairs[threadIdx.x].left * pairs[threadIdx.x].right;
}

__global__ void differentFields(const float *in, float *out) {
  __shared__ struct {
    float first;
    float second;
  } box;
  if (threadIdx.x == 0)
    box.first = in[0];
  if (threadIdx.x == 64)
    box.second = in[1];
  __syncthreads();
  out[threadIdx.x] = box.first + box.second;
}

__global__ void ownQuadThroughACast(const float4 *in, float *out) {
  __shared__ float cells[512];
  reinterpret_cast<float4 *>(cells)[threadIdx.x] = in[threadIdx.x];
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += cells[4 * threadIdx.x + i];
  out[threadIdx.x] = sum;
}
void launchQuads(const float4 *in, float *out) { ownQuadThroughACast<<<1, 128>>>(in, out); }

__global__ void evenAndOddDoNotMeet(const int *in, int *out) {
  __shared__ int cells[512];
  cells[2 * threadIdx.x] = in[threadIdx.x];
  cells[2 * threadIdx.x + 1] = in[threadIdx.x] + 1;
  out[threadIdx.x] = cells[2 * threadIdx.x] + cells[2 * threadIdx.x + 1];
}
void launchEven(const int *in, int *out) { evenAndOddDoNotMeet<<<1, 256>>>(in, out); }

// --- Parts of one dynamic buffer ---------------------------------------------

__global__ void partsAtConstantOffset(const float *in, float *out) {
  extern __shared__ float dynamic[];
  float *left = dynamic, *right = dynamic + 256;
  left[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  right[threadIdx.x] = left[255 - threadIdx.x];
  out[threadIdx.x] = right[threadIdx.x];
}
void launchParts(const float *in, float *out) { partsAtConstantOffset<<<1, 256, 2048>>>(in, out); }

__global__ void partsAtAParameter(const float *in, float *out, int n) {
  extern __shared__ float dynamic[];
  float *left = dynamic, *right = dynamic + n;
  left[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  right[threadIdx.x] = left[blockDim.x - 1 - threadIdx.x]; // silent: offset
  out[threadIdx.x] = right[threadIdx.x];
}

__global__ void partsAtBlockDim(const int *in, int *out) {
  extern __shared__ int pool[];
  int *keys = pool;
  int *counts = &pool[blockDim.x];
  counts[threadIdx.x] = 0;
  keys[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  atomicAdd(&counts[keys[threadIdx.x] % blockDim.x], 1);
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

// --- One writer, barriers around it ------------------------------------------

__global__ void oneWriter(const int *in, int *out, int n) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = in[blockIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int seen = total;
    __syncthreads();
    if (threadIdx.x == 0)
      total = seen + i;
    __syncthreads();
  }
  out[threadIdx.x] = total;
}

__global__ void oneWriterReadsItself(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0) {
    total = 0;
    for (int i = 0; i < 64; ++i)
      total += in[i];
    out[blockIdx.x] = total;
  }
}

// --- The same constant from everybody ----------------------------------------

__global__ void constantFlag(const int *in, int *out) {
  __shared__ bool found;
  if (threadIdx.x == 0)
    found = false;
  __syncthreads();
  if (in[threadIdx.x] < 0)
    found = true;
  __syncthreads();
  if (found)
    out[threadIdx.x] = 1;
}

__global__ void everybodyInitializes(int *out) {
  __shared__ int count;
  count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  out[threadIdx.x] = count;
}

// --- Atomics -----------------------------------------------------------------

__global__ void histogram(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += 256)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void slotsFromAnAtomic(const int *in, int *out, int n) {
  __shared__ int kept[1024];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) {
    int slot = atomicAdd(&count, 1);
    kept[slot] = in[threadIdx.x]; // silent: elected-index
  }
  __syncthreads();
  if (threadIdx.x < count)
    out[threadIdx.x] = kept[threadIdx.x];
}

// --- Double buffers ----------------------------------------------------------

__global__ void doubleBufferByParity(const float *in, float *out, int rounds) {
  __shared__ float buffer[2][128];
  buffer[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    int from = i & 1;
    buffer[from ^ 1][threadIdx.x] = buffer[from][(threadIdx.x + 1) % 128];
    __syncthreads();
  }
  out[threadIdx.x] = buffer[rounds & 1][threadIdx.x];
}
void launchDouble(const float *in, float *out, int n) { doubleBufferByParity<<<1, 128>>>(in, out, n); }

__global__ void doubleBufferByModulo(const float *in, float *out, int rounds) {
  __shared__ float buffer[2][256];
  for (int i = 0; i < rounds; ++i) {
    buffer[i % 2][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = buffer[i % 2][255 - threadIdx.x];
  }
}
void launchModulo(const float *in, float *out, int n) { doubleBufferByModulo<<<1, 256>>>(in, out, n); }

__global__ void hillisSteeleWithTwoBuffers(const int *in, int *out) {
  __shared__ int cells[2 * 256];
  int to = 0, from = 1;
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < 256; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (threadIdx.x >= offset)
      cells[to * 256 + threadIdx.x] = cells[from * 256 + threadIdx.x] + cells[from * 256 + threadIdx.x - offset];
    else
      cells[to * 256 + threadIdx.x] = cells[from * 256 + threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = cells[to * 256 + threadIdx.x];
}
void launchScan(const int *in, int *out) { hillisSteeleWithTwoBuffers<<<1, 256>>>(in, out); }

__global__ void hillisSteeleInPlace(const int *in, int *out) {
  extern __shared__ int cells[];
  cells[threadIdx.x] = in[threadIdx.x];
  for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
    int own = 0;
    __syncthreads();
    if (threadIdx.x >= offset)
      own = cells[threadIdx.x - offset];
    __syncthreads();
    cells[threadIdx.x] += own;
  }
  out[threadIdx.x] = cells[threadIdx.x];
}

__global__ void swappedPointers(const float *in, float *out, int rounds) {
  __shared__ float left[256], right[256];
  float *from = left, *to = right;
  from[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    to[threadIdx.x] = from[(threadIdx.x + 1) & 255];
    __syncthreads();
    float *swap = from;
    from = to;
    to = swap;
  }
  out[threadIdx.x] = from[threadIdx.x];
}

// --- Reductions and sorts ----------------------------------------------------

__global__ void halvingStride(const float *in, float *out) {
  __shared__ float cells[512];
  cells[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      cells[threadIdx.x] += cells[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = cells[0];
}

__global__ void doublingStrideModulo(const float *in, float *out) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (threadIdx.x % (2 * s) == 0)
      sums[threadIdx.x] += sums[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[0] = sums[0];
}

__global__ void doublingStrideIndexed(const float *in, float *out) {
  extern __shared__ float part[];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int at = 2 * s * threadIdx.x;
    if (at < blockDim.x)
      part[at] += part[at + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[0] = part[0];
}

__global__ void bitonicSort(int *keys) {
  __shared__ int cells[256];
  unsigned own = threadIdx.x;
  cells[own] = keys[own];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = own ^ j;
      if (other > own) {
        if ((own & k) == 0 ? cells[own] > cells[other] : cells[own] < cells[other]) {
          int swap = cells[own];
          cells[own] = cells[other];
          cells[other] = swap;
        }
      }
      __syncthreads();
    }
  keys[own] = cells[own];
}
void launchSort(int *keys) { bitonicSort<<<1, 256>>>(keys); }

__global__ void blellochScan(const int *in, int *out) {
  __shared__ int cells[512];
  int t = threadIdx.x, offset = 1;
  cells[2 * t] = in[2 * t];
  cells[2 * t + 1] = in[2 * t + 1];
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      cells[b] += cells[a];
    }
    offset *= 2;
  }
  if (t == 0)
    cells[511] = 0;
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int swap = cells[a];
      cells[a] = cells[b];
      cells[b] += swap;
    }
  }
  __syncthreads();
  out[2 * t] = cells[2 * t];
  out[2 * t + 1] = cells[2 * t + 1];
}
void launchBlelloch(const int *in, int *out) { blellochScan<<<1, 256>>>(in, out); }

// --- Regions of one warp -----------------------------------------------------

__global__ void warpPrivateRegion(const int *in, int *out) {
  __shared__ int region[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  region[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = region[warp][31 - lane];
}
void launchRegion(const int *in, int *out) { warpPrivateRegion<<<1, 256>>>(in, out); }

__global__ void warpSums(const float *in, float *out) {
  __shared__ float sums[32];
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffff, v, d);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0)
    sums[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0;
  if (warp == 0) {
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0)
      out[0] = v;
  }
}

__global__ void oneWarpOnly(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = cells[31 - threadIdx.x];
}
void launchOneWarp(const int *in, int *out) { oneWarpOnly<<<8, 32>>>(in, out); }

// --- Tiled matrix product ----------------------------------------------------

__global__ void matrixProduct(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    as[y][x] = a[row * n + t * 16 + x];
    bs[y][x] = b[(t * 16 + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void haloOfAStencil(const float *in, float *out, int n) {
  __shared__ float cells[256 + 2 * 3];
  int i = blockIdx.x * blockDim.x + threadIdx.x, own = threadIdx.x + 3;
  cells[own] = in[i];
  if (threadIdx.x < 3) {
    cells[own - 3] = in[i - 3];
    cells[own + 256] = in[i + 256];
  }
  __syncthreads();
  float sum = 0;
  for (int d = -3; d <= 3; ++d)
    sum += cells[own + d];
  out[i] = sum;
}
void launchHalo(const float *in, float *out, int n) { haloOfAStencil<<<n / 256, 256>>>(in, out, n); }

// --- Barriers that are values ------------------------------------------------

__global__ void cudaBarrierBetween(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int cells[128];
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  cells[threadIdx.x] = in[threadIdx.x];
  all.arrive_and_wait();
  out[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void arriveThenWait(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int cells[128];
  if (threadIdx.x == 0)
    init(&all, blockDim.x);
  __syncthreads();
  cells[threadIdx.x] = in[threadIdx.x];
  auto token = all.arrive();
  int own = in[threadIdx.x + 128];
  all.wait(std::move(token));
  out[threadIdx.x] = own + cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void namedBarrierOfProducers(const int *in, int *out) {
  __shared__ int cells[64];
  if (threadIdx.x < 64) {
    cells[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[threadIdx.x] = cells[threadIdx.x - 64];
  }
}
void launchNamed(const int *in, int *out) { namedBarrierOfProducers<<<1, 128>>>(in, out); }

// --- Votes of the block are barriers -----------------------------------------

__global__ void countIsABarrier(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  int positive = __syncthreads_count(in[threadIdx.x] > 0);
  out[threadIdx.x] = positive + cells[255 - threadIdx.x];
}
void launchCount(const int *in, int *out) { countIsABarrier<<<1, 256>>>(in, out); }

// A stack per warp: the depth starts in the warp's own part and stays there.
__global__ void stackPerWarp(const int *child, int *out, int n) {
  __shared__ int pos[256];
  int base = threadIdx.x / 32 * 32, depth = base;
  if (threadIdx.x % 32 == 0)
    pos[base] = 0;
  __syncwarp();
  while (depth >= base) {
    int p = pos[depth]; // silent: own-part
    __syncwarp();
    int c = child[p];
    if (c >= 0) {
      if (threadIdx.x % 32 == 0)
        pos[depth] = p + 1; // silent: distinct-indices, own-part
      depth++;
      if (threadIdx.x % 32 == 0)
        pos[depth] = c; // silent: distinct-indices, own-part
    } else
      depth--;
    __syncwarp();
  }
  out[blockIdx.x * 256 + threadIdx.x] = pos[base]; // silent: own-part
}

// What the first loop leaves in `offset` fits the rounds of the second: it never
// gets to 0, where all threads would meet.
__global__ void compactedIndices(unsigned *out, unsigned active) {
  __shared__ unsigned list[513];
  unsigned *sums = list + 1, offset = 1, t = threadIdx.x;
  list[t] = 1;
  for (int d = active >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      sums[offset * (2 * t + 2) - 1] += sums[offset * (2 * t + 1) - 1];
    offset <<= 1;
  }
  for (int d = 2; d < active; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (t < d - 1) {
      unsigned ai = offset * (t + 1) - 1;
      sums[ai + (offset >> 1)] += sums[ai]; // silent: bound, distinct-indices, own-part
    }
  }
  __syncthreads();
  out[t] = list[t];
}
void launchCompacted(unsigned *out, unsigned n) { compactedIndices<<<1, 512>>>(out, n); }
