// RUN: %verify %s '--checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync,warplint-global-memory-race,warplint-uninitialized-shared-read'
//
// Correct kernels as projects write them: nothing is reported.
// no-findings

#include <cassert>
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// --- Transposes and stencils -------------------------------------------------

template <int Tile, int Rows> __global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int j = 0; j < Tile; j += Rows)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; // silent: no-alias
}
void launchTranspose(const float *in, float *out, int w, int h) {
  transpose<32, 8><<<dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)>>>(in, out, w, h);
}

// The launch is elsewhere.
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void transposeUnlaunched(const float *in, float *out, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j]; // silent: no-alias
}

__global__ void stencil2D(const float *in, float *out, int width, int height) {
  constexpr int Radius = 2;
  __shared__ float tile[16 + 2 * Radius][16 + 2 * Radius];
  int gx = blockIdx.x * 16 + threadIdx.x, gy = blockIdx.y * 16 + threadIdx.y;
  int lx = threadIdx.x + Radius, ly = threadIdx.y + Radius;
  tile[ly][lx] = in[gy * width + gx];
  if (threadIdx.x < Radius) {
    tile[ly][lx - Radius] = in[gy * width + gx - Radius];
    tile[ly][lx + 16] = in[gy * width + gx + 16];
  }
  if (threadIdx.y < Radius) {
    tile[ly - Radius][lx] = in[(gy - Radius) * width + gx];
    tile[ly + 16][lx] = in[(gy + 16) * width + gx];
  }
  __syncthreads();
  float sum = 0;
  for (int d = -Radius; d <= Radius; ++d)
    sum += tile[ly + d][lx] + tile[ly][lx + d];
  out[gy * width + gx] = sum; // silent: no-alias
}

__global__ void haloByOneLoop(const float *in, float *out, int n) {
  extern __shared__ float cells[];
  int first = blockIdx.x * blockDim.x - 4;
  for (int i = threadIdx.x; i < blockDim.x + 8; i += blockDim.x) {
    int at = first + i;
    cells[i] = at >= 0 && at < n ? in[at] : 0.0f;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d)
    sum += cells[threadIdx.x + d];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // silent: no-alias
}

// Planes travel through registers, one plane at a time in shared memory.
__global__ void stencil3D(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float plane[8 + 2][32 + 2];
  int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float below = in[y * nx + x], current = in[(ny + y) * nx + x];
  for (int z = 1; z < nz - 1; ++z) {
    float above = in[((z + 1) * ny + y) * nx + x];
    __syncthreads();
    plane[ty][tx] = current;
    if (threadIdx.y == 0) {
      plane[0][tx] = in[(z * ny + y - 1) * nx + x];
      plane[9][tx] = in[(z * ny + y + 8) * nx + x];
    }
    if (threadIdx.x == 0) {
      plane[ty][0] = in[(z * ny + y) * nx + x - 1];
      plane[ty][33] = in[(z * ny + y) * nx + x + 32];
    }
    __syncthreads();
    out[(z * ny + y) * nx + x] = // silent: no-alias
        below + above + plane[ty - 1][tx] + plane[ty + 1][tx] + plane[ty][tx - 1] + plane[ty][tx + 1];
    below = current;
    current = above;
  }
}
void launchStencil3D(const float *in, float *out) { stencil3D<<<dim3(4, 16), dim3(32, 8)>>>(in, out, 130, 130, 130); }

// --- Matrix products ---------------------------------------------------------

template <int BM, int BN, int BK, int TM>
__global__ void registerTiledProduct(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float as[BM * BK];
  __shared__ float bs[BK * BN];
  const int column = threadIdx.x % BN, row = threadIdx.x / BN;
  const int innerColA = threadIdx.x % BK, innerRowA = threadIdx.x / BK;
  const int innerColB = threadIdx.x % BN, innerRowB = threadIdx.x / BN;
  a += blockIdx.y * BM * k;
  b += blockIdx.x * BN;
  c += blockIdx.y * BM * n + blockIdx.x * BN;
  assert(BM * BK == blockDim.x);
  assert(BN * BK == blockDim.x);
  float sums[TM] = {0};
  for (int at = 0; at < k; at += BK) {
    as[innerRowA * BK + innerColA] = a[innerRowA * k + innerColA];
    bs[innerRowB * BN + innerColB] = b[innerRowB * n + innerColB];
    __syncthreads();
    a += BK;
    b += BK * n;
    for (int d = 0; d < BK; ++d) {
      float other = bs[d * BN + column];
      for (int r = 0; r < TM; ++r)
        sums[r] += as[(row * TM + r) * BK + d] * other;
    }
    __syncthreads();
  }
  for (int r = 0; r < TM; ++r)
    c[(row * TM + r) * n + column] = sums[r]; // silent: no-alias
}
template __global__ void registerTiledProduct<64, 64, 8, 8>(const float *, const float *, float *, int, int, int);

__global__ void vectorTiles(const float4 *a, const float4 *b, float *c, int n) {
  __shared__ __align__(16) float as[2][8][128];
  int tid = threadIdx.x, row = tid / 2, quad = tid % 2, stage = 0;
  float4 value = a[row * n + quad];
  as[0][quad * 4 + 0][row] = value.x;
  as[0][quad * 4 + 1][row] = value.y;
  as[0][quad * 4 + 2][row] = value.z;
  as[0][quad * 4 + 3][row] = value.w;
  __syncthreads();
  float sum = 0;
  for (int t = 1; t < n; ++t) {
    value = a[row * n + t * 2 + quad];
#pragma unroll
    for (int d = 0; d < 8; ++d) {
      float4 other = reinterpret_cast<const float4 *>(&as[stage][d][(tid % 16) * 4])[0];
      sum += other.x * other.y + other.z * other.w;
    }
    stage ^= 1;
    as[stage][quad * 4 + 0][row] = value.x;
    as[stage][quad * 4 + 1][row] = value.y;
    as[stage][quad * 4 + 2][row] = value.z;
    as[stage][quad * 4 + 3][row] = value.w;
    __syncthreads();
  }
  c[tid] = sum;
}
void launchVectorTiles(const float4 *a, const float4 *b, float *c, int n) { vectorTiles<<<1, 256>>>(a, b, c, n); }

// --- Dynamic shared memory cut in pieces -------------------------------------

__global__ void piecesOfSeveralTypes(const double *in, int *out, int bins) {
  extern __shared__ unsigned char raw[];
  double *values = reinterpret_cast<double *>(raw);
  int *counts = reinterpret_cast<int *>(values + blockDim.x);
  int *offsets = counts + bins;
  values[threadIdx.x] = in[threadIdx.x];
  for (int i = threadIdx.x; i < bins; i += blockDim.x) {
    counts[i] = 0;
    offsets[i] = i;
  }
  __syncthreads();
  atomicAdd(&counts[int(values[threadIdx.x]) % bins], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    out[offsets[i]] = counts[i]; // silent: distinct-indices
}

struct Pieces {
  float *keys;
  int *owners;
  __device__ Pieces(char *raw, int n) : keys(reinterpret_cast<float *>(raw)), owners(reinterpret_cast<int *>(raw + n * sizeof(float))) {}
};
__global__ void piecesInAStruct(const float *in, int *out, int n) {
  extern __shared__ char raw2[];
  Pieces pieces(raw2, n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    pieces.keys[i] = in[i];
    pieces.owners[i] = threadIdx.x;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (pieces.keys[n - 1 - i] > 0)
      out[i] = pieces.owners[n - 1 - i];
}

// --- Scans -------------------------------------------------------------------

template <class T, class Op> __device__ T warpScan(T value, Op op) {
  for (int d = 1; d < 32; d *= 2) {
    T other = __shfl_up_sync(~0u, value, d);
    if (threadIdx.x % 32 >= d)
      value = op(value, other);
  }
  return value;
}

template <class T, class Op> __device__ T blockScan(T value, Op op) {
  __shared__ T totals[32];
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  value = warpScan(value, op);
  if (lane == 31)
    totals[warp] = value;
  __syncthreads();
  if (warp == 0)
    totals[lane] = warpScan(lane < blockDim.x / 32 ? totals[lane] : T(), op);
  __syncthreads();
  if (warp > 0)
    value = op(value, totals[warp - 1]);
  __syncthreads();
  return value;
}
__global__ void scannedByWarps(const int *in, int *out, int n) {
  int carry = 0;
  __shared__ int last;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    int sum = blockScan(i < n ? in[i] : 0, [](int a, int b) { return a + b; });
    if (i < n)
      out[i] = carry + sum;
    if (threadIdx.x == blockDim.x - 1)
      last = sum;
    __syncthreads();
    carry += last;
    __syncthreads();
  }
}

// A scratch of twice the size, its lower half zero: no branch in the scan.
__global__ void paddedWarpScan(const int *in, int *out) {
  __shared__ volatile int cells[64];
  int at = threadIdx.x + 32;
  cells[threadIdx.x] = 0;
  cells[at] = in[threadIdx.x];
  __syncwarp();
  for (int d = 1; d < 32; d <<= 1) {
    int sum = cells[at] + cells[at - d];
    __syncwarp();
    cells[at] = sum;
    __syncwarp();
  }
  out[threadIdx.x] = cells[at];
}
void launchPadded(const int *in, int *out) { paddedWarpScan<<<1, 32>>>(in, out); }

#define CONFLICT_FREE_OFFSET(n) ((n) >> 5)
__global__ void conflictFreeBlelloch(const float *in, float *out, int n) {
  extern __shared__ float temp[];
  int tid = threadIdx.x, offset = 1;
  int ai = tid, bi = tid + (n / 2);
  int bankA = CONFLICT_FREE_OFFSET(ai), bankB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankA] = in[ai];
  temp[bi + bankB] = in[bi]; // silent: bound
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
      left += CONFLICT_FREE_OFFSET(left);
      right += CONFLICT_FREE_OFFSET(right);
      temp[right] += temp[left];
    }
    offset *= 2;
  }
  if (tid == 0)
    temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
      left += CONFLICT_FREE_OFFSET(left);
      right += CONFLICT_FREE_OFFSET(right);
      float swap = temp[left];
      temp[left] = temp[right]; // silent: bound, distinct-indices, in-bounds, own-part
      temp[right] += swap; // silent: bound, distinct-indices, in-bounds, own-part
    }
  }
  __syncthreads();
  out[ai] = temp[ai + bankA];
  out[bi] = temp[bi + bankB]; // silent: bound, in-bounds
}

// --- Reductions --------------------------------------------------------------

template <unsigned Size> __global__ void unrolledReduction(const float *in, float *out, unsigned n) {
  extern __shared__ float sdata[];
  unsigned tid = threadIdx.x, i = blockIdx.x * (Size * 2) + tid;
  float sum = 0;
  for (; i < n; i += Size * 2 * gridDim.x) {
    sum += in[i];
    if (i + Size < n)
      sum += in[i + Size];
  }
  sdata[tid] = sum;
  __syncthreads();
  if (Size >= 512 && tid < 256)
    sdata[tid] = sum = sum + sdata[tid + 256];
  __syncthreads();
  if (Size >= 256 && tid < 128)
    sdata[tid] = sum = sum + sdata[tid + 128];
  __syncthreads();
  if (Size >= 128 && tid < 64)
    sdata[tid] = sum = sum + sdata[tid + 64];
  __syncthreads();
  if (tid < 32) {
    if (Size >= 64)
      sum += sdata[tid + 32];
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, d);
  }
  if (tid == 0)
    out[blockIdx.x] = sum; // silent: no-alias
}
template __global__ void unrolledReduction<512>(const float *, float *, unsigned);
template __global__ void unrolledReduction<128>(const float *, float *, unsigned);
template __global__ void unrolledReduction<64>(const float *, float *, unsigned);

template <int BlockSize> __device__ void warpTail(volatile float *cells, int tid) {
  float v = cells[tid];
  if (BlockSize >= 64) { v += cells[tid + 32]; __syncwarp(); cells[tid] = v; __syncwarp(); }
  if (BlockSize >= 32) { v += cells[tid + 16]; __syncwarp(); cells[tid] = v; __syncwarp(); }
  if (BlockSize >= 16) { v += cells[tid + 8]; __syncwarp(); cells[tid] = v; __syncwarp(); }
  if (BlockSize >= 8) { v += cells[tid + 4]; __syncwarp(); cells[tid] = v; __syncwarp(); }
  if (BlockSize >= 4) { v += cells[tid + 2]; __syncwarp(); cells[tid] = v; __syncwarp(); }
  if (BlockSize >= 2) { v += cells[tid + 1]; __syncwarp(); cells[tid] = v; }
}
__global__ void tailWithWarpBarriers(const float *in, float *out) {
  __shared__ float cells[256];
  int tid = threadIdx.x;
  cells[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  if (tid < 128) cells[tid] += cells[tid + 128];
  __syncthreads();
  if (tid < 64) cells[tid] += cells[tid + 64];
  __syncthreads();
  if (tid < 32)
    warpTail<256>(cells, tid);
  if (tid == 0)
    out[blockIdx.x] = cells[0]; // silent: no-alias
}
void launchTail(const float *in, float *out) { tailWithWarpBarriers<<<64, 256>>>(in, out); }

template <class Group> __device__ int reduceInTile(Group tile, int *scratch, int value) {
  int lane = tile.thread_rank();
  for (int i = tile.size() / 2; i > 0; i /= 2) {
    scratch[lane] = value;
    tile.sync();
    if (lane < i)
      value += scratch[lane + i];
    tile.sync();
  }
  return value;
}
__global__ void tilesReduce(const int *in, int *out) {
  __shared__ int scratch[256];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int sum = reduceInTile(tile, &scratch[block.thread_rank() / 16 * 16], in[block.thread_rank()]);
  if (tile.thread_rank() == 0)
    atomicAdd(out, sum); // silent: no-alias
}
void launchTiles(const int *in, int *out) { tilesReduce<<<1, 256>>>(in, out); }

__global__ void blockGroupReduces(const int *in, int *out) {
  extern __shared__ int scratch3[];
  auto block = cg::this_thread_block();
  int sum = reduceInTile(block, scratch3, in[block.thread_rank()]);
  if (block.thread_rank() == 0)
    out[0] = sum;
}

// Any block size, powers of two or not.
__global__ void reductionOfAnySize(const float *in, float *out, int n) {
  extern __shared__ float part[];
  part[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
  for (int active = blockDim.x; active > 1;) {
    __syncthreads();
    int half = (active + 1) / 2;
    if (threadIdx.x + half < active)
      part[threadIdx.x] += part[threadIdx.x + half];
    active = half;
  }
  if (threadIdx.x == 0)
    *out = part[0];
}

__global__ void argMax(const float *in, int *out, int n) {
  __shared__ float best[256];
  __shared__ int where[256];
  int tid = threadIdx.x;
  best[tid] = -1e30f;
  where[tid] = -1;
  for (int i = tid; i < n; i += blockDim.x)
    if (in[i] > best[tid]) {
      best[tid] = in[i];
      where[tid] = i;
    }
  __syncthreads();
  for (int s = blockDim.x >> 1; s; s >>= 1) {
    if (tid < s && best[tid + s] > best[tid]) {
      best[tid] = best[tid + s];
      where[tid] = where[tid + s];
    }
    __syncthreads();
  }
  if (!tid)
    out[blockIdx.x] = where[0]; // silent: no-alias
}
