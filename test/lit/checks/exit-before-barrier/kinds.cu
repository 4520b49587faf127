// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// What the missing threads mean to each barrier. The target is sm_90; see
// target-sm60.cu for one that waits for them.

#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// --- Tolerated: portability ---------------------------------------------------------

__global__ void boundsCheckFirst(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = in[i];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()' (portability)
  // note@-4: this condition differs between threads of one block: some leave here and skip it
  // note@-6: 'i' varies by thread: computed from 'threadIdx.x'
  // note@-6: for example it holds for thread (255,0,0) and not for thread (0,0,0) when n = 255
  // note@-4: from sm_70 on the barrier does not wait for them, before it does
  out[i] = v;
}

__global__ void thisThreadsOwnElement(const float *in, float *out, int n) {
  __shared__ float tile[256];
  if (threadIdx.x >= n)
    return;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void groupSync(float *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() >= n)
    return;
  block.sync(); // warn exit-before-barrier: may have returned before 'cg::thread_block::sync()' (portability)
  out[block.thread_rank()] = 0;
}

__global__ void freeSync(float *out, const int *in) {
  if (in[threadIdx.x] < 0)
    return;
  cg::sync(cg::this_thread_block()); // warn exit-before-barrier: may have returned before 'cg::sync()' (portability)
  out[threadIdx.x] = 0;
}

__global__ void ptxBarrier(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  asm volatile("bar.sync 0;" ::: "memory"); // warn exit-before-barrier: may have returned before 'bar.sync' (portability)
  out[threadIdx.x] = 0;
}

__device__ void meet(float *out) {
  out[threadIdx.x] += 1;
  __syncthreads();
}

__global__ void barrierInACallee(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  meet(out); // warn exit-before-barrier: may have returned before '__syncthreads()' in 'meet' (portability)
  // note@-7: the barrier is here
}

__global__ void exitInALoop(const int *in, float *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (in[i * blockDim.x + threadIdx.x] < 0)
      return;
    __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
    out[threadIdx.x] += 1;
  }
}

__global__ void switchWithReturn(float *out) {
  switch (threadIdx.x % 4) {
  case 3:
    return;
  default:
    out[threadIdx.x] = 1;
  }
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
}

// The threads that stay read what they themselves have written.
__global__ void halfOfTheBlockStays(const float *in, float *out) {
  __shared__ float tile[128];
  if (threadIdx.x >= 128)
    return;
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

// One exit, several barriers: told once.
__global__ void severalBarriers(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()'
  out[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] += 1;
  __syncthreads();
}

__global__ void twoExits(const int *in, float *out, int n) {
  if (threadIdx.x >= n)
    return;
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()'
  if (in[threadIdx.x] < 0)
    return;
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()'
  out[threadIdx.x] = 0;
}

// --- Missing values: correctness -----------------------------------------------------

__global__ void readsTheNeighbours(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  tile[threadIdx.x] = in[i];
  __syncthreads(); // warn exit-before-barrier: some threads of the block may have returned before '__syncthreads()', and what they should have written is read after it
  // note@-4: some leave here and skip it
  // note@-3: each thread that stays writes its own element here
  // note@+2: other elements are read here
  // note@-4: keep the threads until after the last barrier and guard their work with the condition
  out[i] = tile[255 - threadIdx.x];
}

__global__ void sumsTheTile(const int *in, int *sums, unsigned n) {
  __shared__ int cells[256];
  cg::thread_block block = cg::this_thread_block();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  cells[threadIdx.x] = in[i];
  block.sync(); // warn exit-before-barrier: and what they should have written is read after it
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned k = 0; k < blockDim.x; ++k)
      sum += cells[k];
    sums[blockIdx.x] = sum;
  }
}

__global__ void halvingTree(const float *in, float *out, int n) {
  __shared__ float part[256];
  unsigned tid = threadIdx.x;
  if (tid >= n)
    return;
  part[tid] = in[tid];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s)
      part[tid] += part[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = part[0];
}

// The tile of a matrix product: the border threads load for the others.
__global__ void tiledProduct(const float *a, float *c, int width) {
  __shared__ float as[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  if (row >= width || column >= width)
    return;
  float sum = 0;
  for (int t = 0; t < width / 16; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * width + t * 16 + threadIdx.x];
    __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
    for (int k = 0; k < 16; ++k)
      sum += as[threadIdx.y][k];
    __syncthreads();
  }
  c[row * width + column] = sum;
}

extern __shared__ float dynamicTile[];
__global__ void dynamicShared(const float *in, float *out, int n) {
  if (threadIdx.x >= n)
    return;
  dynamicTile[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  out[threadIdx.x] = dynamicTile[threadIdx.x ^ 1];
}

// --- Counted: correctness --------------------------------------------------------------

__global__ void barrierObject(float *out, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n)
    return;
  bar.arrive_and_wait(); // warn exit-before-barrier: some threads of the block may have returned before 'cuda::barrier::arrive_and_wait()', which waits for as many threads as the block had
  // note@-3: some leave here and skip it
  // note@-2: keep the threads until after the last barrier and guard their work with the condition
  out[threadIdx.x] = 0;
}

// Threads that leave after they have taken part are barrier-dropout's.
__global__ void barrierObjectInALoop(const int *in, float *out, int rounds) {
  __shared__ Barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int r = 0; r < rounds; ++r) {
    if (in[r * blockDim.x + threadIdx.x] == 0)
      return;
    out[threadIdx.x] += 1;
    bar.arrive_and_wait();
  }
}

// The count in the instruction says how many must come.
__global__ void namedBarrierWithCount(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  asm volatile("bar.sync 1, 256;" ::: "memory"); // warn exit-before-barrier: before 'bar.sync', which waits for as many threads as the block had
  out[threadIdx.x] = 0;
}
void launchNamed(float *out, int n) { namedBarrierWithCount<<<1, 256>>>(out, n); }

__global__ void worstOfSeveral(float *out, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= n)
    return;
  __syncthreads();
  bar.arrive_and_wait(); // warn exit-before-barrier: which waits for as many threads as the block had
  out[threadIdx.x] = 0;
}

// --- Grid and cluster: correctness -------------------------------------------------------

__global__ void gridSync(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  cg::this_grid().sync(); // warn exit-before-barrier: {{.*}}may have returned before 'cg::grid_group::sync()', which waits for every thread
  out[i] = 0;
}

__global__ void clusterSync(float *out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x >= n)
    return;
  cluster.sync(); // warn exit-before-barrier: {{.*}}may have returned before 'cg::cluster_group::sync()', which waits for every thread
  out[threadIdx.x] = 0;
}

__global__ void clusterPtx(float *out, int n) {
  if (threadIdx.x >= n)
    return;
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); // warn exit-before-barrier: which waits for every thread
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  out[threadIdx.x] = 0;
}

// --- exit ------------------------------------------------------------------------------

__global__ void ptxExit(float *out, int n) {
  if (threadIdx.x >= n)
    asm volatile("exit;");
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
  // note@-3: this condition differs between threads of one block: some leave here and skip it
  out[threadIdx.x] = 0;
}

__device__ void leaveIf(bool done) {
  if (done)
    asm volatile("exit;");
}

__global__ void exitInACallee(float *out, int n) {
  leaveIf(threadIdx.x >= n);
  __syncthreads(); // warn exit-before-barrier: may have returned before '__syncthreads()' (portability)
  out[threadIdx.x] = 0;
}

// --- Whole blocks ------------------------------------------------------------------------

__global__ void wholeBlocksLeaveTheGrid(float *out, int blocks) {
  if (blockIdx.x >= blocks)
    return;
  cg::this_grid().sync(); // warn exit-before-barrier: some blocks may have returned before 'cg::grid_group::sync()', which waits for every thread
  // note@-3: this condition differs between threads of one grid: some leave here and skip it
  out[threadIdx.x] = 0;
}

__global__ void wholeBlocksLeaveALoop(const int *done, float *out, int rounds) {
  cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < rounds; ++i) {
    if (done[blockIdx.x])
      return;
    out[grid.thread_rank()] += 1;
    grid.sync(); // warn exit-before-barrier: some blocks may have returned before 'cg::grid_group::sync()'
  }
}
