// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Indices that meet or do not meet only if one calculates them.

// --- Masks, shifts, remainders -----------------------------------------------

__global__ void rowAndColumnOfOneIndex(const int *in, int *out) {
  __shared__ int tile[16][16];
  unsigned t = threadIdx.x;
  tile[t >> 4][t & 15] = in[t];
  out[t] = tile[t / 16][t % 16];
}
void launchRow(const int *in, int *out) { rowAndColumnOfOneIndex<<<1, 256>>>(in, out); }

__global__ void rowAndColumnSwapped(const int *in, int *out) {
  __shared__ int tile[16][16];
  unsigned t = threadIdx.x;
  tile[t >> 4][t & 15] = in[t];
  out[t] = tile[t % 16][t / 16]; // warn shared-memory-race: {{'tile\[\d+\]\[\d+\]' is read while another thread of the block may still write it}}
}
void launchSwapped(const int *in, int *out) { rowAndColumnSwapped<<<1, 256>>>(in, out); }

__global__ void swizzledOwn(const int *in, int *out) {
  __shared__ int tile[32][32];
  unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 32 + x];
  out[y * 32 + x] = tile[y][x ^ y];
}
void launchSwizzledOwn(const int *in, int *out) { swizzledOwn<<<1, dim3(32, 32)>>>(in, out); }

__global__ void swizzledOther(const int *in, int *out) {
  __shared__ int tile[32][32];
  unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 32 + x];
  out[y * 32 + x] = tile[x][x ^ y]; // warn shared-memory-race: is read while
}
void launchSwizzledOther(const int *in, int *out) { swizzledOther<<<1, dim3(32, 32)>>>(in, out); }

__global__ void shiftedLeft(const int *in, int *out) {
  __shared__ int cells[512];
  cells[threadIdx.x << 1] = in[threadIdx.x];
  cells[(threadIdx.x << 1) | 1] = -in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x * 2] + cells[threadIdx.x * 2 + 1];
}
void launchShifted(const int *in, int *out) { shiftedLeft<<<1, 256>>>(in, out); }

__global__ void shiftedTooFar(const int *in, int *out) {
  __shared__ int cells[512];
  cells[threadIdx.x << 1] = in[threadIdx.x];
  cells[(threadIdx.x << 1) + 2] = -in[threadIdx.x]; // warn shared-memory-race: is written while another thread of the block may still write it
}
void launchTooFar(const int *in, int *out) { shiftedTooFar<<<1, 255>>>(in, out); }

__global__ void halvesDoNotMeet(const int *in, int *out) {
  __shared__ int cells[256];
  if (threadIdx.x < 128)
    cells[threadIdx.x] = in[threadIdx.x];
  else
    cells[threadIdx.x] = -in[threadIdx.x];
  if (threadIdx.x < 128)
    out[threadIdx.x] = cells[threadIdx.x];
}
void launchHalves(const int *in, int *out) { halvesDoNotMeet<<<1, 256>>>(in, out); }

__global__ void halvesMeet(const int *in, int *out) {
  __shared__ int cells[256];
  if (threadIdx.x < 128)
    cells[threadIdx.x + 64] = in[threadIdx.x];
  else
    cells[threadIdx.x] = -in[threadIdx.x]; // warn@-2 shared-memory-race: is written while another thread of the block may still write it
}
void launchHalvesMeet(const int *in, int *out) { halvesMeet<<<1, 256>>>(in, out); }

// --- More dimensions ---------------------------------------------------------

__global__ void cubeOwn(const int *in, int *out) {
  __shared__ int cube[4][8][8];
  cube[threadIdx.z][threadIdx.y][threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cube[threadIdx.z][threadIdx.y][threadIdx.x];
}
void launchCube(const int *in, int *out) { cubeOwn<<<1, dim3(8, 8, 4)>>>(in, out); }

__global__ void cubeAbove(const int *in, int *out) {
  __shared__ int cube[5][8][8];
  cube[threadIdx.z][threadIdx.y][threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cube[threadIdx.z + 1][threadIdx.y][threadIdx.x]; // warn shared-memory-race: {{'cube\[\d\]\[\d\]\[\d\]' is read while}}
  // note@-2: {{thread \(\d,\d,\d\) writes}}
  // note@-2: {{thread \(\d,\d,\d\) reads}}
}
void launchAbove(const int *in, int *out) { cubeAbove<<<1, dim3(8, 8, 4)>>>(in, out); }

__global__ void flatIndexOfABlock(const int *in, int *out) {
  __shared__ int cells[256];
  unsigned flat = threadIdx.y * blockDim.x + threadIdx.x;
  cells[flat] = in[flat];
  out[flat] = cells[threadIdx.x + threadIdx.y * blockDim.x];
}

__global__ void flatIndexTurned(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.y * blockDim.x + threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x * blockDim.y + threadIdx.y]; // warn shared-memory-race: is read while
}
void launchTurned(const int *in, int *out) { flatIndexTurned<<<1, dim3(16, 16)>>>(in, out); }

// The row of a tile that is read has 17 cells, that which is written 16.
__global__ void pitchesDiffer(const int *in, int *out) {
  __shared__ int cells[16 * 17];
  cells[threadIdx.y * 16 + threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.y * 17 + threadIdx.x]; // warn shared-memory-race: is read while
}
void launchPitches(const int *in, int *out) { pitchesDiffer<<<1, dim3(16, 16)>>>(in, out); }

// --- Bytes of wider elements -------------------------------------------------

__global__ void bytesOfAWord(const unsigned *in, unsigned *out) {
  __shared__ unsigned words[64];
  unsigned char *bytes = reinterpret_cast<unsigned char *>(words);
  bytes[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = bytes[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64)
    out[threadIdx.x] += words[threadIdx.x];
}
void launchBytes(const unsigned *in, unsigned *out) { bytesOfAWord<<<1, 256>>>(in, out); }

__global__ void wordBeforeItsBytes(const unsigned *in, unsigned *out) {
  __shared__ unsigned words[64];
  unsigned char *bytes = reinterpret_cast<unsigned char *>(words);
  bytes[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 64)
    out[threadIdx.x] = words[threadIdx.x]; // warn shared-memory-race: is read while
}
void launchWord(const unsigned *in, unsigned *out) { wordBeforeItsBytes<<<1, 256>>>(in, out); }

// --- Indices from memory -----------------------------------------------------

// Whether the indices of two threads are equal is for the data to say.
__global__ void scatteredByAPermutation(const int *in, const int *order, int *out) {
  __shared__ int cells[256];
  cells[order[threadIdx.x]] = in[threadIdx.x]; // silent: distinct-indices
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}
void launchScattered(const int *in, const int *order, int *out) { scatteredByAPermutation<<<1, 256>>>(in, order, out); }
