// A block works on several tiles, and for each it loads into shared memory where the
// columns of the result go. No barrier kept the next tile's places from being stored
// while other warps still wrote the tile before by the old ones.
//
// Fix: ggml-org/llama.cpp#13294
// Class: races
// Check: shared-memory-race
//
// RUN: %verify %s --prefix=BEFORE
// RUN: %verify %s --prefix=FIXED -- -DFIXED
// FIXED-no-findings

#include <cuda_runtime.h>

constexpr int Warp = 32, TileY = 64, TileK = 32;

template <int Columns, int Warps>
static __device__ __forceinline__ void processTile(const float *x, const float *y,
                                                   const int *places, float *out, int depth,
                                                   int stride, int last) {
  extern __shared__ int memory[];
  float *tileY = reinterpret_cast<float *>(memory + Columns);
  float *tileX = tileY + Columns * TileK;
  float sum[Columns * TileY / (Warps * Warp)] = {0.0f};

  for (int k = 0; k < depth; k += TileK) {
#pragma unroll
    for (int l = 0; l < TileY * TileK; l += Warps * Warp) {
      const int at = l + threadIdx.y * Warp + threadIdx.x;
      tileX[at] = x[at / TileK * depth + k + at % TileK]; // silent: elected-index, no-alias, pitch
    }
#pragma unroll
    for (int l = 0; l < Columns * TileK; l += Warps * Warp) {
      const int at = l + threadIdx.y * Warp + threadIdx.x; // FIXED-silent@+1: distinct-indices, no-alias, pitch
      tileY[at] = y[at / TileK * depth + k + at % TileK]; // BEFORE-silent: distinct-indices, elected-index, no-alias, own-part, pitch
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Columns; j += Warps)
#pragma unroll
      for (int i = 0; i < TileY; i += Warp)
        for (int l = 0; l < TileK; ++l)
          sum[j / Warps * (TileY / Warp) + i / Warp] +=
              tileX[(i + threadIdx.x) * TileK + l] * tileY[(j + threadIdx.y) * TileK + l];
    __syncthreads();
  }

#pragma unroll
  for (int j0 = 0; j0 < Columns; j0 += Warps) {
    const int j = j0 + threadIdx.y;
    if (j > last)
      return;
#pragma unroll
    for (int i = 0; i < TileY; i += Warp) // silent@+1: distinct-indices, pitch
      out[places[j] * stride + i + threadIdx.x] = sum[j0 / Warps * (TileY / Warp) + i / Warp]; // bug
  }
}

template <int Columns, int Warps>
__launch_bounds__(Warp *Warps, 1) static __global__ void
    multiplyExperts(const float *x, const float *y, const int *placesOf, const int *bounds,
                    float *out, int depth, int stride, int experts, int tilesPerExpert) {
  extern __shared__ int places[];
#pragma unroll
  for (int j0 = 0; j0 < Columns; j0 += Warps * Warp) {
    const int j = j0 + threadIdx.y * Warp + threadIdx.x;
    if (j0 + Warps * Warp > Columns && j >= Columns)
      break;
    places[j] = j;
  }
#ifdef FIXED
  __syncthreads();
#endif

  const int all = experts * tilesPerExpert;
  int tile = int((long long)blockIdx.x * all / gridDim.x);
  const int stop = int((long long)(blockIdx.x + 1) * all / gridDim.x);
  while (tile < stop) {
    const int expert = tile / tilesPerExpert, column = tile % tilesPerExpert * Columns;
    int low = 0, columns = Columns;
    if (placesOf) {
      low = bounds[expert]; // silent: no-alias, pitch
      columns = bounds[expert + 1] - low;
      if (column >= columns) {
        ++tile;
        continue;
      }
#ifdef FIXED
      __syncthreads();
#endif
#pragma unroll
      for (int j0 = 0; j0 < Columns; j0 += Warps * Warp) {
        const int j = j0 + threadIdx.y * Warp + threadIdx.x;
        if (j0 + Warps * Warp > Columns && j >= Columns)
          break;
        places[j] = placesOf[low + column + j]; // bug
        // BEFORE-warn@-1 shared-memory-race: is overwritten while another thread of the block may still read it
      }
#ifdef FIXED
      __syncthreads();
#endif
    }
    processTile<Columns, Warps>(x + expert * TileY * depth, y + (low + column) * depth,
                                places, out, depth, stride, columns - column - 1);
    ++tile;
  }
}

void multiply(const float *x, const float *y, const int *placesOf, const int *bounds,
              float *out, int depth, int stride, int experts, int tilesPerExpert,
              cudaStream_t stream) {
  constexpr int Columns = 64, Warps = 8;
  const int shared = Columns * 4 + (Columns + TileY) * TileK * 4;
  const dim3 block(Warp, Warps);
  cudaFuncSetAttribute(multiplyExperts<Columns, Warps>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
  multiplyExperts<Columns, Warps><<<108, block, shared, stream>>>(
      x, y, placesOf, bounds, out, depth, stride, experts, tilesPerExpert);
}
