// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A warp loads or stores a whole tile, not its first element: each row of it,
// in the layout that the fragment or the call names.

#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

// --- Tiles of a warp's own --------------------------------------------------------

__global__ void ownTile(const half *a, float *out) {
  __shared__ half tile[4][16][24];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = lane; i < 256; i += 32)
    tile[warp][i / 16][i % 16] = a[warp * 256 + i];
  __syncwarp();
  Left l;
  Right r;
  Sum sum;
  wmma::fill_fragment(sum, 0.f);
  wmma::load_matrix_sync(l, &tile[warp][0][0], 24);
  wmma::load_matrix_sync(r, &tile[warp][0][0], 24);
  wmma::mma_sync(sum, l, r, sum);
  wmma::store_matrix_sync(out + warp * 256, sum, 16, wmma::mem_row_major);
}
void launchOwnTile(const half *a, float *out) { ownTile<<<1, 128>>>(a, out); }

// Tiles lie side by side in rows that all warps share.
__global__ void sideBySide(const Sum *in, float *out) {
  __shared__ float rows[16][68];
  int warp = threadIdx.x / 32;
  Sum sum = in[threadIdx.x];
  wmma::store_matrix_sync(&rows[0][warp * 16], sum, 68, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 128)
    out[i] = rows[i / 64][i % 64];
}
void launchSideBySide(const Sum *in, float *out) { sideBySide<<<1, 128>>>(in, out); }

// Of a tile of 32 rows and 8 columns, stored by column.
using Tall = wmma::fragment<wmma::accumulator, 32, 8, 16, float>;
__global__ void byColumn(const Tall *in, float *out) {
  extern __shared__ float columns[];
  int warp = threadIdx.x >> 5;
  wmma::store_matrix_sync(columns + warp * 8 * 32, in[threadIdx.x], 32, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x & 31; i < 256; i += 32)
    out[warp * 256 + i] = columns[warp * 256 + i];
}
void launchByColumn(const Tall *in, float *out) { byColumn<<<1, 128, 4096>>>(in, out); }

// --- Tiles that reach into those of others ----------------------------------------

// Each warp fills eight rows and loads sixteen.
__global__ void rowsOfNeighbour(const half *a, float *out) {
  __shared__ half tile[64][24];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 8 * warp; i < 8 * warp + 8; ++i)
    if (lane < 16)
      tile[i][lane] = a[i * 16 + lane];
  Left l;
  wmma::load_matrix_sync(l, &tile[warp / 2 * 16][0], 24); // warn shared-memory-race: is read while another thread of the block may still write it
  out[threadIdx.x] = l.x[0];
}
void launchRowsOfNeighbour(const half *a, float *out) { rowsOfNeighbour<<<1, 256>>>(a, out); }

// As before, but tiles begin every eight columns.
__global__ void overlapping(const Sum *in, float *out) {
  __shared__ float rows[16 * 64];
  wmma::store_matrix_sync(rows + threadIdx.x / 32 * 8, in[threadIdx.x], 64, wmma::mem_row_major); // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += 128)
    out[i] = rows[i];
}
void launchOverlapping(const Sum *in, float *out) { overlapping<<<1, 128>>>(in, out); }

// The tile by column is 32 elements wide in memory, the rows below have 16.
__global__ void wrongLayout(const Tall *in, float *out) {
  extern __shared__ float columns[];
  int warp = threadIdx.x >> 5;
  wmma::store_matrix_sync(columns + warp * 256, in[threadIdx.x], 40, wmma::mem_col_major); // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = columns[threadIdx.x];
}
void launchWrongLayout(const Tall *in, float *out) { wrongLayout<<<1, 128, 8192>>>(in, out); }

// Tiles are stored, and streamed out row by row by other warps.
__global__ void streamed(float *out, const float *in, float scale) {
  extern __shared__ float rows[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = rows + warp / 2 * 128 * 32 + warp % 2 * 64;
  Sum sums[2][4];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      wmma::load_matrix_sync(sums[i][j], in + i * 2048 + j * 16, 128, wmma::mem_row_major);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++) {
      for (int k = 0; k < sums[i][j].num_elements; k++)
        sums[i][j].x[k] *= scale;
      wmma::store_matrix_sync(mine + i * 2048 + j * 16, sums[i][j], 128, wmma::mem_row_major);
    }
  for (int i = 0; i < 16; i++)
    *((int4 *)(out + warp * 2048 + 128 * i) + lane) = *((int4 *)(rows + warp * 2048 + 128 * i) + lane); // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchStreamed(float *out, const float *in) { streamed<<<1, 256, 65536>>>(out, in, 2.f); }

__global__ void streamedBehindBarrier(float *out, const float *in) {
  extern __shared__ float rows[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  Sum sum;
  wmma::load_matrix_sync(sum, in, 128, wmma::mem_row_major);
  wmma::store_matrix_sync(rows + warp / 2 * 128 * 16 + warp % 2 * 64, sum, 128, wmma::mem_row_major);
  __syncthreads();
  for (int i = 0; i < 8; i++)
    *((int4 *)(out + warp * 1024 + 128 * i) + lane) = *((int4 *)(rows + warp * 1024 + 128 * i) + lane);
}
void launchStreamedBehindBarrier(float *out, const float *in) { streamedBehindBarrier<<<1, 256, 65536>>>(out, in); }
