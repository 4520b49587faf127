// RUN: %verify %s --checks=-*,warplint-async-copy-wait

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <utility>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using Bar = cuda::barrier<cuda::thread_scope_block>;

//===--- Copies of a group ---===//

__global__ void groupNotWaited(const int *in, int *out) {
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, box, in, sizeof(box));
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  // note@-1: wait for the copy before this access
  cg::wait(block);
}

__global__ void groupWaited(const int *in, int *out) {
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, box, in, sizeof(int) * block.size());
  cg::wait(block);
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void syncIsNoWait(const int *in, int *out) {
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, box, in, sizeof(int) * block.size());
  block.sync();
  out[threadIdx.x] = box[255 - threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  cg::wait(block);
}

__global__ void overwritten(const int *in, int *out) {
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, box, in, sizeof(box));
  box[threadIdx.x] = 0; // warn async-copy-wait: 'box' is written while an asynchronous copy into it may be under way
  cg::wait(block);
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void tileWaitsForTheBlock(const double *in, double *out) {
  __shared__ double box[128][16];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int warp = threadIdx.x / 32;
  for (int i = 0; i < 8; ++i)
    cg::memcpy_async(tile, &box[warp][16 * i], in + i, cuda::aligned_size_t<16>{64});
  cg::wait(block);
  out[threadIdx.x] = box[warp][threadIdx.x % 32];
}

__global__ void tileOnItsOwn(const int *in, int *out) {
  __shared__ int box[8][32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int warp = threadIdx.x / 32;
  cg::memcpy_async(tile, box[warp], in + 32 * warp, 128);
  cg::wait(tile);
  out[threadIdx.x] = box[warp][31 - threadIdx.x % 32];
}

//===--- Copies of a thread ---===//

__global__ void notWaited(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  __pipeline_wait_prior(0);
}

__global__ void notCommitted(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: the copy was not committed before the wait
  // note@-1: commit the copy before the wait
}

__global__ void notSynced(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = box[255 - threadIdx.x]; // warn async-copy-wait: 'box' is read after a wait for this thread's own copies only
  // note@-1: synchronize the block between the wait and this access
}

__global__ void syncedTooEarly(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = box[255 - threadIdx.x]; // warn async-copy-wait: after a wait for this thread's own copies only
}

__global__ void ownElement(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = box[threadIdx.x];
}

__global__ void ownWarp(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[threadIdx.x] = box[threadIdx.x ^ 1];
}

__global__ void otherWarp(const int *in, int *out) {
  __shared__ int box[256];
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[threadIdx.x] = box[threadIdx.x ^ 32]; // warn async-copy-wait: after a wait for this thread's own copies only
}

__global__ void ptxNotWaited(const int4 *in, int *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  waitCopies<0>();
}

__global__ void ptxWaitsForAll(const int4 *in, int *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  waitAllCopies();
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x];
}

__global__ void ptxLeavesTheGroupPending(const int4 *in, int *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  waitCopies<1>();
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
}

__global__ void ptxLeavesALaterGroupPending(const int4 *in, int *out) {
  __shared__ __align__(16) int box[2][1024];
  copy16(&box[0][4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  copy16(&box[1][4 * threadIdx.x], in + 256 + threadIdx.x);
  commitCopies();
  waitCopies<1>();
  __syncthreads();
  out[threadIdx.x] = box[0][threadIdx.x];
  waitCopies<0>();
  __syncthreads();
  out[threadIdx.x] += box[1][threadIdx.x];
}

__device__ void loadTile(int *box, const int4 *in) {
  copy16(box + 4 * threadIdx.x, in + threadIdx.x);
  commitCopies();
}
__device__ void finishTile() {
  waitCopies<0>();
  __syncthreads();
}
__global__ void inHelpers(const int4 *in, int *out) {
  __shared__ __align__(16) int box[1024];
  loadTile(box, in);
  finishTile();
  out[threadIdx.x] = box[threadIdx.x];
}
__global__ void inHelpersForgotten(const int4 *in, int *out) {
  __shared__ __align__(16) int box[1024];
  loadTile(box, in);
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
}

__global__ void fillsInLoop(const int *in, int *out) {
  __shared__ int box[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    __pipeline_memcpy_async(&box[i], in + i, 4);
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
}

__global__ void fillsInLoopAndWaits(const int *in, int *out) {
  __shared__ int box[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    __pipeline_memcpy_async(&box[i], in + i, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = box[1023 - threadIdx.x];
}

__global__ void anotherBuffer(const int *in, int *out) {
  __shared__ int a[256], b[256];
  b[threadIdx.x] = in[threadIdx.x];
  __pipeline_memcpy_async(&a[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = b[255 - threadIdx.x];
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] += a[255 - threadIdx.x];
}

__global__ void doubleBuffer(const int *in, int *out, int n) {
  __shared__ int box[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&box[0][t], in + t, 4);
  __pipeline_commit();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      __pipeline_memcpy_async(&box[(i + 1) % 2][t], in + (i + 1) * 128 + t, 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    out[i * 128 + t] = box[i % 2][127 - t];
    __syncthreads();
  }
}

__global__ void doubleBufferWrongHalf(const int *in, int *out, int n) {
  __shared__ int box[2][128];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&box[i % 2][t], in + i * 128 + t, 4);
    __pipeline_commit();
    __syncthreads();
    out[i * 128 + t] = box[i % 2][127 - t]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
    __pipeline_wait_prior(0);
    __syncthreads();
  }
}

template <int Stages>
__global__ void multistage(const int *in, int *out, int n) {
  __shared__ int box[Stages][128];
  int t = threadIdx.x;
  for (int s = 0; s < Stages - 1; ++s) {
    __pipeline_memcpy_async(&box[s][t], in + s * 128 + t, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(Stages - 2);
    __syncthreads();
    sum += box[i % Stages][127 - t];
    int next = i + Stages - 1;
    if (next < n)
      __pipeline_memcpy_async(&box[next % Stages][t], in + next * 128 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
template __global__ void multistage<3>(const int *, int *, int);

//===--- Copies that a barrier object or a pipeline tracks ---===//

__global__ void trackedNotWaited(const int *in, int *out) {
  __shared__ Bar bar;
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, box, in, sizeof(box), bar);
  auto token = bar.arrive();
  out[threadIdx.x] = box[255 - threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  bar.wait(std::move(token));
}

__global__ void tracked(const int *in, int *out) {
  __shared__ Bar bar;
  __shared__ int box[256];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, box, in, sizeof(box), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void waitsForAnotherBarrier(const int *in, int *out) {
  __shared__ uint64_t full, other;
  __shared__ alignas(16) int box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarInit(&other, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mbarExpect(&full, sizeof(box));
    bulkLoad(box, in, sizeof(box), &full);
  }
  mbarArrive(&other);
  mbarWait(&other, 0);
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  mbarWait(&full, 0);
}

__global__ void bulkLoaded(const int *in, int *out) {
  __shared__ uint64_t full;
  __shared__ alignas(16) int box[256];
  if (threadIdx.x == 0)
    mbarInit(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    mbarExpect(&full, sizeof(box));
    bulkLoad(box, in, sizeof(box), &full);
  }
  mbarWait(&full, 0);
  out[threadIdx.x] = box[threadIdx.x];
}

template <int Stages>
__global__ void pipelined(const int *in, int *out, size_t batches) {
  auto block = cg::this_thread_block();
  extern __shared__ int shared[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto pipe = cuda::make_pipeline(block, &state);
  for (size_t compute = 0, fetch = 0; compute < batches; ++compute) {
    for (; fetch < batches && fetch < compute + Stages; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, shared + fetch % Stages * block.size(), in + fetch * block.size(), sizeof(int) * block.size(), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[compute * block.size() + block.thread_rank()] = shared[compute % Stages * block.size() + block.thread_rank()];
    pipe.consumer_release();
  }
}
template __global__ void pipelined<2>(const int *, int *, size_t);

__global__ void pipelineNotAcquired(const int *in, int *out) {
  __shared__ int box[256];
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(&box[threadIdx.x], in + threadIdx.x, sizeof(int), pipe); // warn async-copy-wait: 'cuda::memcpy_async()' fills a stage of a pipeline that was not acquired
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = box[threadIdx.x];
  pipe.consumer_release();
}

__global__ void pipelineNothingCommitted(const int *in, int *out) {
  __shared__ int box[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&box[threadIdx.x], in + threadIdx.x, sizeof(int), pipe);
  pipe.consumer_wait(); // warn async-copy-wait: 'cuda::pipeline::consumer_wait()' waits for a stage before any was committed
  pipe.producer_commit();
  __syncthreads();
  out[threadIdx.x] = box[threadIdx.x];
  pipe.consumer_release();
}

__global__ void pipelineNotWaited(const int *in, int *out) {
  __shared__ int box[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&box[threadIdx.x], in + threadIdx.x, sizeof(int), pipe);
  pipe.producer_commit();
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  pipe.consumer_wait();
  pipe.consumer_release();
}

__global__ void threadPipelineNotSynced(const int *in, int *out) {
  __shared__ int box[256];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&box[threadIdx.x], in + threadIdx.x, sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = box[255 - threadIdx.x]; // warn async-copy-wait: after a wait for this thread's own copies only
  pipe.consumer_release();
}

__global__ void pipelineNeverReleased(const int *in, int *out, int n) {
  __shared__ int box[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < n; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, box[i % 2], in + i * 256, sizeof(int) * 256, pipe);
    pipe.producer_commit();
    pipe.consumer_wait(); // warn async-copy-wait: 'cuda::pipeline::consumer_wait()' waits for stages of a pipeline that nothing releases
    out[i * 256 + threadIdx.x] = box[i % 2][threadIdx.x];
  }
}

template <class Pipeline>
__device__ void fill(Pipeline &pipe, int *box, const int *in) {
  pipe.producer_acquire();
  cuda::memcpy_async(box + threadIdx.x, in + threadIdx.x, sizeof(int), pipe);
  pipe.producer_commit();
}
__global__ void pipelineInHelper(const int *in, int *out) {
  __shared__ int box[256];
  auto pipe = cuda::make_pipeline();
  fill(pipe, box, in);
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  out[threadIdx.x] = box[255 - threadIdx.x];
  pipe.consumer_release();
}

//===--- Bulk stores ---===//

__global__ void storedWithoutFence(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x; // warn async-copy-wait: 'box' is written and then read by a bulk copy without a proxy fence
  __syncthreads();
  if (threadIdx.x == 0) {
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void storedWithFence(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void storedWithFenceAfterSync(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    proxyFence();
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void storedWithoutSync(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x; // warn async-copy-wait: 'box' is written by many threads and then read by a bulk copy that is not synchronized with them
  proxyFence();
  if (threadIdx.x == 0) {
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void storedThroughApi(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, box, sizeof(box));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

__global__ void storedThroughApiWithoutFence(int *out) {
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = threadIdx.x; // warn async-copy-wait: without a proxy fence
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, box, sizeof(box));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

__global__ void sourceReusedTooEarly(int *out, int n) {
  __shared__ alignas(16) int box[256];
  for (int i = 0; i < n; ++i) {
    box[threadIdx.x] = i; // warn async-copy-wait: 'box' is written while a bulk copy may still be reading it
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      bulkStore(out + i * 256, box, sizeof(box));
      bulkCommit();
    }
    __syncthreads();
  }
}

__global__ void sourceReused(int *out, int n) {
  __shared__ alignas(16) int box[256];
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      bulkWaitRead<0>();
    __syncthreads();
    box[threadIdx.x] = i;
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      bulkStore(out + i * 256, box, sizeof(box));
      bulkCommit();
    }
  }
}

__global__ void twoSources(int *out, int n) {
  __shared__ alignas(16) int box[2][256];
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      bulkWaitRead<1>();
    __syncthreads();
    box[i % 2][threadIdx.x] = i;
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      bulkStore(out + i * 256, box[i % 2], 1024);
      bulkCommit();
    }
  }
}

//===--- Rows of matrices ---===//

__device__ __forceinline__ uint32_t loadRow(const void *row) {
  uint32_t part;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(part) : "r"(toShared(row)));
  return part;
}
__device__ __forceinline__ void storeRow(void *row, uint32_t part) {
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(toShared(row)), "r"(part) : "memory");
}

__global__ void matrixNotWaited(const int4 *in, uint32_t *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  __syncthreads();
  out[threadIdx.x] = loadRow(&box[4 * (threadIdx.x % 8)]); // warn async-copy-wait: 'box' is read in 'loadRow' while an asynchronous copy into it may be under way
  waitCopies<0>();
}

__global__ void matrixNotSynced(const int4 *in, uint32_t *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  waitCopies<0>();
  out[threadIdx.x] = loadRow(&box[4 * (threadIdx.x ^ 32)]); // warn async-copy-wait: after a wait for this thread's own copies only
}

__global__ void matrixWaited(const int4 *in, uint32_t *out) {
  __shared__ __align__(16) int box[1024];
  copy16(&box[4 * threadIdx.x], in + threadIdx.x);
  commitCopies();
  waitCopies<0>();
  __syncthreads();
  out[threadIdx.x] = loadRow(&box[4 * (threadIdx.x % 8)]);
}

__global__ void matrixStoredUnfenced(int *out, const uint32_t *in) {
  __shared__ __align__(16) int box[1024];
  storeRow(&box[4 * threadIdx.x], in[threadIdx.x]); // warn async-copy-wait: without a proxy fence
  __syncthreads();
  if (threadIdx.x == 0) {
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void matrixStored(int *out, const uint32_t *in) {
  __shared__ __align__(16) int box[1024];
  storeRow(&box[4 * threadIdx.x], in[threadIdx.x]);
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulkStore(out, box, sizeof(box));
    bulkCommit();
    bulkWaitRead<0>();
  }
}
