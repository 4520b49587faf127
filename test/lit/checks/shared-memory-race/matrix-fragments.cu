// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-uninitialized-shared-read,warplint-async-copy-wait
//
// A warp loads and stores matrices of nvcuda::wmma row by row.

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;

using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

// --- Tiles that all threads fill --------------------------------------------------

__global__ void inTurn(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half left[64][24], right[16][72];
  int warp = threadIdx.x / 32, y = warp / 2, x = warp % 2;
  Sum sum[2];
  wmma::fill_fragment(sum[0], 0.f);
  wmma::fill_fragment(sum[1], 0.f);
  for (int k0 = 0; k0 < k; k0 += 16) {
    for (int e = threadIdx.x; e < 64 * 16; e += 128) {
      left[e / 16][e % 16] = a[(blockIdx.y * 64 + e / 16) * k + k0 + e % 16];
      right[e / 64][e % 64] = b[(k0 + e / 64) * n + blockIdx.x * 64 + e % 64];
    }
    __syncthreads();
    Left l;
    Right r;
    wmma::load_matrix_sync(r, &right[0][x * 32], 72);
    for (int i = 0; i < 2; i++) {
      wmma::load_matrix_sync(l, &left[y * 32 + i * 16][0], 24);
      wmma::mma_sync(sum[i], l, r, sum[i]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    wmma::store_matrix_sync(c + (blockIdx.y * 64 + y * 32 + i * 16) * n + blockIdx.x * 64 + x * 32, sum[i], n, wmma::mem_row_major);
}
void launchInTurn(const half *a, const half *b, float *c, int m, int n, int k) {
  inTurn<<<dim3(n / 64, m / 64), 128>>>(a, b, c, n, k);
}

__global__ void loadsTooEarly(const half *a, float *c) {
  __shared__ half tile[2][16][16];
  for (int e = threadIdx.x; e < 512; e += 64)
    tile[e / 256][e / 16 % 16][e % 16] = a[e];
  Left l;
  Right r;
  Sum sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(l, tile[0][0], 16); // warn shared-memory-race: is read while another thread of the block may still write it
  wmma::load_matrix_sync(r, &tile[1][0][0], 16); // warn shared-memory-race: is read while another thread of the block may still write it
  wmma::mma_sync(sum, l, r, sum);
  wmma::store_matrix_sync(c + threadIdx.x / 32 * 256, sum, 16, wmma::mem_row_major);
}
void launchTooEarly(const half *a, float *c) { loadsTooEarly<<<1, 64>>>(a, c); }

__global__ void fillsTooEarly(const half *a, float *c, int n) {
  extern __shared__ half tile[];
  Left l;
  Right r;
  Sum sum;
  wmma::fill_fragment(sum, 0.f);
  for (int i = 0; i < n; ++i) {
    for (int e = threadIdx.x; e < 512; e += 64)
      tile[e] = a[i * 512 + e]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    wmma::load_matrix_sync(l, tile, 16);
    wmma::load_matrix_sync(r, tile + 256, 16);
    wmma::mma_sync(sum, l, r, sum);
  }
  wmma::store_matrix_sync(c + threadIdx.x / 32 * 256, sum, 16, wmma::mem_row_major);
}
void launchFillsTooEarly(const half *a, float *c, int n) {
  fillsTooEarly<<<1, 64, 1024>>>(a, c, n);
}

// --- Tiles that warps store --------------------------------------------------------

__device__ void product(Sum &sum, const half *a) {
  Left l;
  Right r;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(l, a, 16);
  wmma::load_matrix_sync(r, a + 256, 16);
  wmma::mma_sync(sum, l, r, sum);
}

__global__ void storesForAll(const half *a, float *out) {
  __shared__ float tile[4][256];
  Sum sum;
  product(sum, a);
  wmma::store_matrix_sync(tile[threadIdx.x / 32], sum, 16, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 128)
    out[i] = tile[i / 256][i % 256];
}
void launchForAll(const half *a, float *out) { storesForAll<<<1, 128>>>(a, out); }

__global__ void storesForItself(const half *a, float *out) {
  __shared__ float tile[4][256];
  int warp = threadIdx.x / 32;
  Sum sum;
  product(sum, a);
  wmma::store_matrix_sync(tile[warp], sum, 16, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x % 32; i < 256; i += 32)
    out[warp * 256 + i] = tile[warp][i];
}
void launchForItself(const half *a, float *out) { storesForItself<<<1, 128>>>(a, out); }

__global__ void readsTooEarly(const half *a, float *out) {
  __shared__ float tile[4][256];
  Sum sum;
  product(sum, a);
  wmma::store_matrix_sync(tile[threadIdx.x / 32], sum, 16, wmma::mem_row_major);
  for (int i = threadIdx.x; i < 1024; i += 128)
    out[i] = tile[i / 256][i % 256]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchReadsTooEarly(const half *a, float *out) { readsTooEarly<<<1, 128>>>(a, out); }

__global__ void storesAtOnePlace(const half *a, float *out) {
  __shared__ float tile[256];
  Sum sum;
  product(sum, a + threadIdx.x / 32 * 512);
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major); // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
void launchAtOnePlace(const half *a, float *out) { storesAtOnePlace<<<1, 128>>>(a, out); }

// One warp, whatever launches it.
__global__ void ofOneWarp(const half *a, float *out) {
  Sum sum;
  product(sum, a);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

// --- Tiles that copies bring -------------------------------------------------------

__global__ void loadsWhileCopied(const half *a, float *out) {
  alignas(16) __shared__ half tile[512];
  __pipeline_memcpy_async(&tile[threadIdx.x * 8], a + threadIdx.x * 8, 16);
  __pipeline_commit();
  __syncthreads();
  Sum sum;
  product(sum, tile); // warn@85 async-copy-wait: 'tile' is read while an asynchronous copy into it may be under way
  __pipeline_wait_prior(0);
  wmma::store_matrix_sync(out + threadIdx.x / 32 * 256, sum, 16, wmma::mem_row_major);
}
void launchWhileCopied(const half *a, float *out) { loadsWhileCopied<<<1, 64>>>(a, out); }
