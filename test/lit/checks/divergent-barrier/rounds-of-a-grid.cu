// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// How often a thread goes on by all threads of the grid is a quotient in which
// its place stands: all of a block have the same where the block's size divides
// what is to be done.

constexpr unsigned Threads = 256, Edges = 1u << 29;

__global__ void seeds(unsigned *out) {
  const unsigned lid = threadIdx.x, gid = blockIdx.x * Threads + lid, all = gridDim.x * Threads;
  const unsigned rounds = (Edges - gid + all - 1) / all;
  for (unsigned i = 0; i < rounds; i++) {
    out[gid] += i;
    __syncthreads();
    out[gid] += out[gid ^ 1];
    __syncthreads();
  }
}

__global__ void byParts(unsigned *out, int parts) {
  int left = 4096 * Threads - 1 - int(threadIdx.x);
  for (int i = 0; i < left / (int(Threads) * 2 * parts); i++) {
    out[threadIdx.x] += i;
    __syncthreads();
  }
}

__global__ void threeMore(unsigned *out) {
  const unsigned lid = threadIdx.x, gid = blockIdx.x * Threads + lid, all = gridDim.x * Threads;
  const unsigned rounds = (Edges + 3 - gid + all - 1) / all;
  for (unsigned i = 0; i < rounds; i++) {
    out[gid] += i;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}

__global__ void byLessThanABlock(unsigned *out) {
  const unsigned lid = threadIdx.x, gid = blockIdx.x * Threads + lid, all = gridDim.x * 32;
  const unsigned rounds = (Edges - gid + all - 1) / all;
  for (unsigned i = 0; i < rounds; i++) {
    out[gid] += i;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}

void launch(unsigned *out) {
  seeds<<<64, Threads>>>(out);
  byParts<<<64, Threads>>>(out, 3);
  threeMore<<<64, Threads>>>(out);
  byLessThanABlock<<<64, Threads>>>(out);
}

// The host chooses how many blocks there are.

__global__ void bySomeBlocks(unsigned *counters) {
  const unsigned gid = blockIdx.x * 512 + threadIdx.x, all = gridDim.x * 512;
  const unsigned times = ((1u << 27) / 32 - gid + all - 1) / all;
  for (unsigned i = 0; i < times; ++i) {
    atomicAdd(counters + gid, i);
    __syncthreads();
  }
}
__global__ void bySomeBlocksAndMore(unsigned *counters) {
  const unsigned gid = blockIdx.x * 512 + threadIdx.x, all = gridDim.x * 512;
  const unsigned times = ((1u << 27) / 32 + 100 - gid + all - 1) / all;
  for (unsigned i = 0; i < times; ++i) {
    atomicAdd(counters + gid, i);
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}
void launch(unsigned *counters, int blocks) {
  bySomeBlocks<<<blocks, 512>>>(counters);
  bySomeBlocksAndMore<<<blocks, 512>>>(counters);
}
