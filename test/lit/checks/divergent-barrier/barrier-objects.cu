// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// cuda::barrier counts arrivals: arrive_and_wait must be reached by all only
// where the count is the block and nobody arrives elsewhere.

#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void allMustArrive(float *data) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
  data[threadIdx.x] = 1;
}

__global__ void onlySomeArrive(float *data) {
  __shared__ Barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  if (data[threadIdx.x] > 0)
    bar.arrive_and_wait(); // warn divergent-barrier: is reached by only some threads of the block
  // note@-2: this condition differs between threads of one block
  data[threadIdx.x] = 1;
}

__global__ void onlySomeArriveInALoop(float *data, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    bar.arrive_and_wait(); // warn divergent-barrier: is reached by only some threads of the block
}

// The count is that of the branch.
__global__ void countOfTheBranch(float *data) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x < 64)
    bar.arrive_and_wait();
  data[threadIdx.x] = 1;
}

// The others arrive elsewhere: producer and consumer.
__global__ void producerConsumer(float *data, int tiles) {
  __shared__ Barrier ready, filled;
  __shared__ float tile[128];
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x);
    init(&filled, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x < 128) {
    for (int t = 0; t < tiles; ++t) {
      ready.arrive_and_wait();
      tile[threadIdx.x] = data[t * 128 + threadIdx.x];
      (void)filled.arrive();
    }
  } else {
    (void)ready.arrive();
    for (int t = 0; t < tiles; ++t) {
      filled.arrive_and_wait();
      data[t * 128 + threadIdx.x - 128] = 2 * tile[threadIdx.x - 128];
      (void)ready.arrive();
    }
  }
}

__global__ void splitArriveAndWait(float *data, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < n) {
    bar.wait(bar.arrive());
    data[threadIdx.x] = 1;
  } else {
    bar.arrive_and_drop();
  }
}

__device__ void waitOn(Barrier &bar) { bar.arrive_and_wait(); }

__global__ void passedByReference(float *data, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i)
    bar.arrive_and_wait();
}

__global__ void passedByReferenceDivergent(float *data, int n) {
  __shared__ Barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (data[threadIdx.x] > 0)
    waitOn(bar); // warn divergent-barrier: in 'waitOn' is reached by only some threads of the block
}
