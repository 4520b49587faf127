// RUN: rm -rf %t && mkdir -p %t
// RUN: ln -s %cuda_path/include/cooperative_groups.h %cuda_path/include/cooperative_groups %t/
// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset "--header-filter=.*" -- -I%t
//
// The barrier of cooperative groups, with its headers taken for the user's own:
// as it is called, as it is made, and as others write it.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// --- As it is called ---------------------------------------------------------------

__global__ void steps(float *a, float *b, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < n; ++step) {
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
      b[i] = a[n - 1 - i];
    cg::sync(grid);
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
      a[i] = b[n - 1 - i];
    grid.sync();
  }
}

__global__ void splitSteps(float *a, float *b, int n) {
  cg::grid_group grid = cg::this_grid();
  b[grid.thread_rank()] = 1;
  auto token = grid.barrier_arrive();
  float own = a[grid.thread_rank()];
  grid.barrier_wait(std::move(token));
  a[grid.thread_rank()] = own + b[n - 1 - grid.thread_rank()];
}

__global__ void tiles(float *a, float *sums) {
  __shared__ cg::block_tile_memory<256> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  auto warps = cg::tiled_partition<128>(block);
  auto warp = cg::tiled_partition<32>(block);
  __shared__ float cells[256];
  cells[block.thread_rank()] = a[blockIdx.x * 256 + block.thread_rank()];
  warp.sync();
  float sum = cells[block.thread_rank() ^ 1];
  warps.sync();
  sum += cells[block.thread_rank() ^ 64];
  block.sync();
  sums[blockIdx.x * 256 + block.thread_rank()] = sum + cells[255 - block.thread_rank()];
}

// --- As it is made -----------------------------------------------------------------

__device__ cg::details::barrier_t arrived;

__global__ void fromItsParts(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  unsigned token = cg::details::sync_grids_arrive(&arrived);
  cg::details::sync_grids_wait(token, &arrived);
  b[i] = a[n - 1 - i];
}

// --- As others write it --------------------------------------------------------------

__device__ unsigned word;

__device__ bool hasFlipped(unsigned before, unsigned now) { return ((before ^ now) & 0x80000000u) != 0; }

__device__ unsigned arriveFenced() {
  unsigned before = 0;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    unsigned others = gridDim.x * gridDim.y * gridDim.z - 1;
    unsigned add = blockIdx.x + blockIdx.y + blockIdx.z == 0 ? 0x80000000u - others : 1;
    __threadfence();
    before = atomicAdd(&word, add);
  }
  return before;
}

__device__ void waitFenced(unsigned before) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    while (!hasFlipped(before, *(volatile unsigned *)&word)) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void likeIt(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  waitFenced(arriveFenced());
  b[i] = a[n - 1 - i];
}

__device__ unsigned arriveUnfenced() {
  unsigned before = 0;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    unsigned others = gridDim.x * gridDim.y * gridDim.z - 1;
    unsigned add = blockIdx.x + blockIdx.y + blockIdx.z == 0 ? 0x80000000u - others : 1;
    before = atomicAdd(&word, add); // warn missing-fence: 'atomicAdd()' announces 'a' with no fence
  }
  return before;
}

__device__ void waitUnfenced(unsigned before) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    while (!hasFlipped(before, *(volatile unsigned *)&word)) {
    }
  __syncthreads();
}

__global__ void arrivesUnfenced(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  waitFenced(arriveUnfenced());
  b[i] = a[n - 1 - i];
}

__global__ void waitsUnfenced(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  waitUnfenced(arriveFenced());
  b[i] = a[n - 1 - i]; // warn missing-fence: 'a' is read after the flag 'word'
}

__device__ unsigned arriveTooEarly() {
  unsigned before = 0;
  __threadfence();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
    before = atomicAdd(&word, 1); // warn missing-fence: announces data that other threads of the block may not have written yet
  return before;
}

__global__ void arrivesTooEarly(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  waitFenced(arriveTooEarly());
  b[i] = a[n - 1 - i];
}

__device__ void waitPlain(unsigned before) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    while (!hasFlipped(before, word)) { // warn stale-read: waits on a plain read of 'word'
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void waitsPlain(float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  waitPlain(arriveFenced());
  b[i] = a[n - 1 - i];
}
