// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race,warplint-implicit-warp-sync
//
// Nothing says how these kernels are launched but the way in which they count
// blocks and rows: blocks as wide as the tile, as high as a round is.

#define TILE 4
#define ROWS 2

// Right.
__global__ void plain(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) o[x * h + y + i] = in[(y + i) * w + x]; // silent: no-alias
}

// Wrong: does not swap blocks.
__global__ void sameBlocks(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * TILE + threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    // warn@+1 global-memory-race: is written by several threads at once
    o[x * h + y + i] = in[(blockIdx.y * TILE + y + i) * w + x];
}

// Right: with a tile.
__global__ void tiled(float *o, const float *in, int w, int h) {
  __shared__ float s[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) s[threadIdx.y + i][threadIdx.x] = in[(y + i) * w + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) o[(y + i) * h + x] = s[threadIdx.x][threadIdx.y + i]; // silent: no-alias
}

// Wrong: no barrier.
__global__ void hastyTile(float *o, const float *in, int w, int h) {
  __shared__ float s[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) s[threadIdx.y + i][threadIdx.x] = in[(y + i) * w + x];
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS)
    // warn@+1 implicit-warp-sync: is read while another lane of the warp may still write it
    o[(y + i) * h + x] = s[threadIdx.x][threadIdx.y + i];
}

// Right: 32 by 8, 16 rows each round by two halves.
__global__ void halves(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 16) { o[x * h + y + i] = in[(y + i) * w + x]; } // silent: no-alias
}

// Wrong: rounds overlap.
__global__ void overlapping(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 40; i += 8)
    // warn@+1 global-memory-race: 'o[32]' is written by several threads at once
    o[x * h + y + i] = in[(y + i) * w + x] + i;
}

// Wrong only in C++: rounds overlap, and put the same value there.
__global__ void overlappingAlike(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 40; i += 8)
    o[x * h + y + i] = in[(y + i) * w + x]; // silent: no-alias
}

// Right: from the last round to the first.
__global__ void downwards(float *o, const float *in, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 12; i >= 0; i -= 4)
    o[(y + i) * w + x] = in[x * h + y + i]; // silent: no-alias
}
