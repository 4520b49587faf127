// RUN: %verify %s --checks=-*,warplint-barrier-init,warplint-barrier-token,warplint-barrier-dropout,warplint-async-copy-wait
//
// Barrier objects, pipelines and copies in spellings of their own, right and
// wrong.

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <utility>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using Bar = cuda::barrier<cuda::thread_scope_block>;
extern __device__ bool finished(int round);

//===--- Arrive and wait ---===//

__global__ void tokenInAStruct(float *out, const float *in, int n) {
  struct Turn {
    Bar::arrival_token token;
    float value;
  };
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  while (n-- > 0) {
    box[threadIdx.x] = in[n];
    Turn turn{bar.arrive(), in[threadIdx.x]};
    turn.value *= 2;
    bar.wait(std::move(turn.token));
    out[threadIdx.x] = turn.value + box[255 - threadIdx.x];
    bar.arrive_and_wait();
  }
}

__global__ void waitsForItsArrivalAtOnce(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  bar.wait(bar.arrive());
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void arrivesForTwo(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, 2 * blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  bar.wait(bar.arrive(2));
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void leavesAfterItsLastArrival(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  if (threadIdx.x >= 32)
    return;
  bar.wait(std::move(token));
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__device__ void signal(Bar &bar) { (void)bar.arrive(); }
__device__ void await(Bar &bar) { bar.arrive_and_wait(); }

__global__ void oneSidedThroughHelpers(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[128];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  switch (threadIdx.x / 128) {
  case 0:
    box[threadIdx.x] = in[threadIdx.x];
    signal(bar);
    break;
  default:
    await(bar);
    out[threadIdx.x] = box[255 - threadIdx.x];
  }
}

template <class F> __device__ float between(Bar &bar, F work) {
  auto token = bar.arrive();
  float result = work(); // warn barrier-token: 'box' is read between the arrival on 'bar' and the wait
  bar.wait(std::move(token));
  return result;
}

__global__ void workGivenAsLambda(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  float own = between(bar, [&] { return in[2 * threadIdx.x]; });
  out[threadIdx.x] = own + box[255 - threadIdx.x];
}

__global__ void lambdaLooksTooEarly(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = between(bar, [&] { return box[255 - threadIdx.x]; });
}

//===--- Leaving ---===//

__device__ bool step(Bar &bar, int round, int *done) {
  if (finished(round)) {
    bar.arrive_and_drop();
    return false;
  }
  bar.wait(bar.arrive());
  done[threadIdx.x] = round;
  return true;
}

__global__ void dropsOutInsideOfAStep(int *done) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int round = 0; step(bar, round, done); ++round)
    ;
}

__device__ bool carelessStep(Bar &bar, const int *work, int round, int *done) {
  if (work[threadIdx.x] == round)
    return false;
  auto token = bar.arrive();
  done[threadIdx.x] = round;
  bar.wait(std::move(token));
  return true;
}

__global__ void leavesInsideOfAStep(const int *work, int *done) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int round = 0; carelessStep(bar, work, round, done); ++round) // warn barrier-dropout: threads that leave the loop here do not drop out of 'bar'
    ;
}

__global__ void goesToTheEnd(const int *work, int *done, int n) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int round = 0; round < n; ++round) {
    if (work[threadIdx.x] == round)
      goto out;
    bar.wait(bar.arrive());
    done[threadIdx.x] = round;
  }
  return;
out:
  bar.arrive_and_drop();
}

//===--- Setting up ---===//

__global__ void setUpByAnotherWarp(float *out) {
  __shared__ uint64_t full[2];
  if (threadIdx.x == 32) {
    mbarInit(full, blockDim.x);
    mbarInit(full + 1, blockDim.x);
  }
  if (threadIdx.x < 32)
    __syncwarp();
  mbarArrive(full + 1); // warn barrier-init: may use 'full' before another thread has initialized it
  mbarWait(full + 1, 0);
  __syncthreads();
  mbarArrive(full);
  mbarWait(full, 0);
  out[threadIdx.x] = 1;
}

template <int Threads> struct Team {
  uint64_t bar;
  float box[Threads];
  __device__ void begin() {
    if (threadIdx.x == 0)
      mbarInit(&bar, Threads);
    __syncthreads();
  }
  __device__ void meet(int round) {
    mbarArrive(&bar); // warn barrier-init: waits for more arrivals on 'bar' than the threads that come here can make
    // note@-5: to expect 128 arrivals in a block of 96 threads
    while (!mbarTryWait(&bar, round & 1))
      ;
  }
};

__global__ void __launch_bounds__(128) membersOfATeam(float *out, int n) {
  __shared__ Team<128> team;
  team.begin();
  for (int round = 0; round < n; ++round) {
    team.box[threadIdx.x] = round;
    team.meet(2 * round);
    out[threadIdx.x] += team.box[127 - threadIdx.x];
    team.meet(2 * round + 1);
  }
}

__global__ void __launch_bounds__(96) teamIsTooLarge(float *out) {
  __shared__ Team<128> team;
  team.begin();
  team.meet(0);
  out[threadIdx.x] = team.box[0];
}

__global__ void leadersOfWarps(float *out, const float *in, int n) {
  __shared__ uint64_t ready;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    mbarInit(&ready, blockDim.x / 32);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    box[threadIdx.x] = in[i];
    __syncwarp();
    if ((threadIdx.x & 31) == 0)
      mbarArrive(&ready);
    mbarWait(&ready, i & 1);
    out[threadIdx.x] = box[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void inAnotherKernel(cuda::barrier<cuda::thread_scope_device> *bar, float *out) {
  bar->arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2) remoteArrivals(float *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    init(&bar, 2 * blockDim.x);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  cluster.sync();
  uint64_t *own = cuda::device::barrier_native_handle(bar);
  for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank) {
    uint64_t *there = cluster.map_shared_rank(own, rank);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, there);
  }
  while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, own, 0))
    ;
  cluster.sync();
  out[threadIdx.x] = 1;
}

//===--- Copies ---===//

__global__ void arrivesThroughCopies(const int *in, int *out) {
  __shared__ uint64_t bar;
  __shared__ __align__(16) int box[1024];
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncthreads();
  copy16(&box[4 * threadIdx.x], in + 4 * threadIdx.x);
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(toShared(&bar)) : "memory");
  mbarWait(&bar, 0);
  out[threadIdx.x] = box[1023 - threadIdx.x];
}

__global__ void primitivesArriveOn(const int *in, int *out) {
  __shared__ __mbarrier_t bar;
  __shared__ int box[256];
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(&box[threadIdx.x], in + threadIdx.x, 4);
  __pipeline_arrive_on(&bar);
  auto token = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, token, 100))
    ;
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void twoRolesOfAPipeline(const int *in, int *out, int batches) {
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  __shared__ int box[2][128];
  auto block = cg::this_thread_block();
  auto role = block.thread_rank() < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    auto warp = cg::tiled_partition<32>(block);
    for (int b = 0; b < batches; ++b) {
      pipe.producer_acquire();
      cuda::memcpy_async(warp, box[b % 2], in + 128 * b, sizeof(int) * 128, pipe);
      pipe.producer_commit();
    }
  } else {
    for (int b = 0; b < batches; ++b) {
      pipe.consumer_wait();
      out[128 * b + block.thread_rank() - 32] = box[b % 2][block.thread_rank() - 32];
      pipe.consumer_release();
    }
  }
}

__global__ void consumersNeverRelease(const int *in, int *out, int batches) {
  constexpr auto scope = cuda::thread_scope_block;
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  __shared__ int box[2][128];
  auto block = cg::this_thread_block();
  bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (int b = 0; b < batches; ++b)
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&box[b % 2][4 * threadIdx.x], in + 128 * b + 4 * threadIdx.x, 16, pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait(); // warn async-copy-wait: waits for stages of a pipeline that nothing releases
      out[128 * b + threadIdx.x - 32] = box[b % 2][threadIdx.x - 32];
    }
}

__global__ void commitsWhatWasNotAcquired(const int *in, int *out) {
  __shared__ int box[256];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  box[threadIdx.x] = in[threadIdx.x];
  pipe.producer_commit(); // warn async-copy-wait: fills a stage of a pipeline that was not acquired
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = box[255 - threadIdx.x];
  pipe.consumer_release();
}

__global__ void loadsWithTransactions(const int *in, int *out) {
  __shared__ alignas(16) int box[512];
  __shared__ Bar bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Bar::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(box, in, cuda::aligned_size_t<16>(sizeof(box)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(box));
  } else {
    token = bar.arrive(1);
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = box[511 - threadIdx.x];
}

__global__ void readsBeforeTheTransactions(const int *in, int *out) {
  __shared__ alignas(16) int box[512];
  __shared__ Bar bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Bar::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(box, in, cuda::aligned_size_t<16>(sizeof(box)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(box));
  } else {
    token = bar.arrive(1);
  }
  int early = box[threadIdx.x]; // warn async-copy-wait: 'box' is read while an asynchronous copy into it may be under way
  bar.wait(std::move(token));
  out[threadIdx.x] = early + box[511 - threadIdx.x];
}

__global__ void storesThroughLibrary(int *out, const int *in) {
  namespace cde = cuda::device::experimental;
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = 2 * in[threadIdx.x];
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(out, box, sizeof(box));
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

__global__ void storesThroughLibraryUnfenced(int *out, const int *in) {
  namespace cde = cuda::device::experimental;
  __shared__ alignas(16) int box[256];
  box[threadIdx.x] = 2 * in[threadIdx.x]; // warn async-copy-wait: 'box' is written and then read by a bulk copy without a proxy fence
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(out, box, sizeof(box));
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

__global__ void eachWarpStoresItsRow(int *out, const int *in) {
  __shared__ alignas(16) int box[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  box[warp][lane] = in[threadIdx.x];
  proxyFence();
  __syncwarp();
  if (lane == 0) {
    bulkStore(out + 32 * warp, box[warp], 128);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ void eachWarpStoresItsRowUnsynced(int *out, const int *in) {
  __shared__ alignas(16) int box[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  box[warp][lane] = in[threadIdx.x]; // warn async-copy-wait: 'box' is written by many threads and then read by a bulk copy that is not synchronized with them
  proxyFence();
  if (lane == 0) {
    bulkStore(out + 32 * warp, box[warp], 128);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

//===--- Pipelines over pointers to barriers ---===//

struct Stage {
  alignas(128) float tile[128];
  uint64_t full, empty;
};

template <int Stages>
__global__ void __launch_bounds__(160) pointersToBarriers(const float *in, float *out, int rounds) {
  extern __shared__ __align__(128) uint8_t memory[];
  auto *stages = reinterpret_cast<Stage *>(memory);
  uint64_t *full[Stages], *empty[Stages];
#pragma unroll
  for (int s = 0; s < Stages; ++s) {
    full[s] = &stages[s].full;
    empty[s] = &stages[s].empty;
  }
  if (threadIdx.x == 128) {
#pragma unroll
    for (int s = 0; s < Stages; ++s) {
      mbarInit(full[s], 1);
      mbarInit(empty[s], 4);
    }
    mbarFence();
  }
  __syncthreads();
  if (threadIdx.x >= 128) {
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int s = 0; s < Stages; ++s) {
        mbarWait(empty[s], (round + 1) & 1);
        if (threadIdx.x == 128) {
          mbarExpect(full[s], 512);
          bulkLoad(stages[s].tile, in, 512, full[s]);
        }
        __syncwarp();
      }
  } else {
    float sum = 0;
    for (int round = 0; round < rounds; ++round)
#pragma unroll
      for (int s = 0; s < Stages; ++s) {
        mbarWait(full[s], round & 1);
        sum += stages[s].tile[127 - threadIdx.x];
        __syncwarp();
        if (threadIdx.x % 32 == 0)
          mbarArrive(empty[s]);
      }
    out[threadIdx.x] = sum;
  }
}
template __global__ void pointersToBarriers<3>(const float *, float *, int);

//===--- Transactions by hand, other grids, notified atomics ---===//

__global__ void completesTransactionsByHand(float *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    mbarInit(&bar, blockDim.x);
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(toShared(&bar)) : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 32)
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(toShared(&bar)) : "memory");
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void expectsBeforeItIsSetUp(float *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(toShared(&bar)) : "memory"); // warn barrier-init: uses 'bar' before it is initialized
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncthreads();
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void waitsForOtherGrids(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  asm volatile("griddepcontrol.wait;" ::: "memory");
  box[threadIdx.x] = in[threadIdx.x];
  bar.wait(bar.arrive());
  out[threadIdx.x] = box[255 - threadIdx.x];
  asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void notifiedAtomics(int *out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  __shared__ int box;
  if (threadIdx.x == 0)
    flag.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x == 0) {
    box = 1;
    flag.store(1, cuda::memory_order_release);
    flag.notify_all();
  } else {
    flag.wait(0, cuda::memory_order_acquire);
    out[threadIdx.x] = box;
  }
}

// The phase that a tensor core ends.
__global__ void endedByATensorCore(float *out) {
  __shared__ uint64_t done;
  if (threadIdx.x == 0)
    mbarInit(&done, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(toShared(&done)) : "memory");
  mbarWait(&done, 0);
  out[threadIdx.x] = 1;
}
