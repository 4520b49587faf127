// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-non-atomic-update
//
// Tables in a structure that a kernel gets by value: each element is a value of
// its own, and who takes which is decided by the index.

struct Chunks {
  float *from[24], *to[24];
  int length[24];
  unsigned char array[320];
  int chunk[320];
};

// Each block has an array and a chunk of it of its own.
__global__ void chunkOfBlock(Chunks all, int size) {
  int which = all.array[blockIdx.x], first = all.chunk[blockIdx.x] * size;
  const float *from = all.from[which] + first;
  float *to = all.to[which] + first;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    to[i] = 2 * from[i];
}

// The same through a reference and a helper, with a chunk of one array.
__device__ float *beginningIn(const Chunks &all, int block, int size) {
  return all.to[0] + all.chunk[block] * size;
}
__global__ void chunkOfOneArray(const Chunks all, int size) {
  float *to = beginningIn(all, blockIdx.x, size);
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    to[i] = i; // silent: elected-index, pitch
}

// Pointers by the block's number, in an array of an array.
struct Planes {
  double *plane[2][16];
};
__global__ void planeOfBlock(Planes p, int n) {
  double *in = p.plane[0][blockIdx.x], *out = p.plane[1][blockIdx.x];
  for (int i = threadIdx.x; i + 1 < n; i += blockDim.x)
    out[i] = in[i + 1];
}

// What is added to lies in the block's own part.
__global__ void addsToOwnChunk(Chunks all, int size) {
  float *to = all.to[1] + all.chunk[blockIdx.x] * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    to[i] += 1; // silent: elected-index
}

// All blocks take the first array and the first chunk.
__global__ void firstChunkForAll(Chunks all, int size) {
  float *to = all.to[0] + all.chunk[0] * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    to[i] = i + blockIdx.x; // warn global-memory-race: is written by several threads at once
}

// One pointer of the table, whatever the block's number.
__global__ void onePlaneForAll(Planes p, int n, int k) {
  double *out = p.plane[1][k];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = i * blockIdx.x; // warn global-memory-race: is written by several threads at once
}

// Neighbours in one array of the table.
__global__ void shiftsInPlace(Planes p, int n) {
  double *row = p.plane[0][3];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    row[i] = row[i + 1]; // warn global-memory-race: is
}

// What each thread looks up may be what another does.
__global__ void addsWhereTheTableSays(Chunks all, int *counts) {
  int t = threadIdx.x;
  counts[all.chunk[t % 320]] += 1; // warn non-atomic-update: is read, changed and written back
}
