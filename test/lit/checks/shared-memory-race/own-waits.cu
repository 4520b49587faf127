// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-async-copy-wait
//
// Waits for the thread's own copies are no barriers; those of a group are.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// --- Plain stores: the wait makes nobody wait for them -----------------------

__global__ void behindTheIntrinsic(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __pipeline_wait_prior(0);
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchIntrinsic(const int *in, int *out) { behindTheIntrinsic<<<1, 256>>>(in, out); }

__global__ void behindPtx(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: may still write it
  asm volatile("cp.async.wait_all;" ::: "memory");
  cells[255 - threadIdx.x] = 0; // warn shared-memory-race: is written while another thread of the block may still write it
}
void launchPtx(const int *in, int *out) { behindPtx<<<1, 256>>>(in, out); }

__global__ void behindThePipelineOfAThread(const int *in, int *out) {
  __shared__ int cells[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cells[threadIdx.x] = in[threadIdx.x];
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: may still write it
  pipe.consumer_release();
}
void launchPipeline(const int *in, int *out) { behindThePipelineOfAThread<<<1, 256>>>(in, out); }

__global__ void behindConsumerWaitPrior(const int *in, int *out) {
  __shared__ int cells[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cells[threadIdx.x] = in[threadIdx.x];
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  out[threadIdx.x] = cells[255 - threadIdx.x]; // warn shared-memory-race: may still write it
  pipe.consumer_release();
}
void launchPrior(const int *in, int *out) { behindConsumerWaitPrior<<<1, 256>>>(in, out); }

__global__ void behindTheBarrierOfTheBlock(const int *in, int *out) {
  __shared__ int cells[256];
  cells[threadIdx.x] = in[threadIdx.x];
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = cells[255 - threadIdx.x];
}
void launchBarrier(const int *in, int *out) { behindTheBarrierOfTheBlock<<<1, 256>>>(in, out); }

__global__ void behindThePipelineOfTheBlock(const int *in, int *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int cells[256];
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  pipe.producer_acquire();
  cells[threadIdx.x] = in[threadIdx.x];
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = cells[255 - threadIdx.x];
  pipe.consumer_release();
}
void launchBlockPipeline(const int *in, int *out) { behindThePipelineOfTheBlock<<<1, 256>>>(in, out); }

__global__ void behindTheWaitOfAGroup(const int *in, int *out) {
  __shared__ int cells[256];
  auto block = cg::this_thread_block();
  cells[threadIdx.x] = in[threadIdx.x];
  cg::wait(block);
  out[threadIdx.x] = cells[255 - threadIdx.x];
}
void launchGroup(const int *in, int *out) { behindTheWaitOfAGroup<<<1, 256>>>(in, out); }

// --- Copies of other threads, round by round ---------------------------------

__global__ void stageOfEachRound(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    int stage = i & 1;
    __pipeline_memcpy_async(&box[stage][t], in + i * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    sum += box[stage][255 - t]; // warn async-copy-wait: 'box' is read after a wait for this thread's own copies only
  }
  out[t] = sum;
}

__global__ void stageOfEachRoundSynced(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    int stage = i & 1;
    __pipeline_memcpy_async(&box[stage][t], in + i * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += box[stage][255 - t];
  }
  out[t] = sum;
}

__global__ void leavesOnePending(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[(i + 1) & 1][t], in + (i + 1) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += box[i & 1][255 - t]; // warn async-copy-wait: 'box' is read after a wait for this thread's own copies only
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void leavesOnePendingSynced(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[(i + 1) & 1][t], in + (i + 1) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += box[i & 1][255 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void leavesOnePendingForItself(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[(i + 1) & 1][t], in + (i + 1) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += box[i & 1][t];
  }
  out[t] = sum;
}

// The wait of the round before has completed the copy already, and the barrier
// behind it has shown it to all. Before the first round nothing has.
__global__ void completedARoundEarlier(const int *in, int *out, int n) {
  __shared__ int box[4][256];
  int t = threadIdx.x, sum = 0;
  for (int s = 0; s < 2; ++s) {
    __pipeline_memcpy_async(&box[s][t], in + s * 256 + t, 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[(i + 2) & 3][t], in + (i + 2) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += box[i & 3][255 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void notShownInTheFirstRound(const int *in, int *out, int n) {
  __shared__ int box[4][256];
  int t = threadIdx.x, sum = 0;
  for (int s = 0; s < 2; ++s) {
    __pipeline_memcpy_async(&box[s][t], in + s * 256 + t, 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[(i + 2) & 3][t], in + (i + 2) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += box[i & 3][255 - t]; // warn async-copy-wait: 'box[0][255]' is read while another thread of the block may still copy to it
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void waitsAtTheTop(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(0);
    sum += box[i & 1][255 - t]; // warn async-copy-wait: 'box' is read after a wait for this thread's own copies only
    __syncthreads();
    __pipeline_memcpy_async(&box[(i + 1) & 1][t], in + (i + 1) * 256 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
