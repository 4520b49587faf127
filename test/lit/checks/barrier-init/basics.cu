// RUN: %verify %s --checks=-*,warplint-barrier-init

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <new>

namespace cg = cooperative_groups;
using Bar = cuda::barrier<cuda::thread_scope_block>;

//===--- Not initialized ---===//

__global__ void never(int *out) {
  __shared__ Bar bar;
  bar.arrive_and_wait(); // warn barrier-init: uses 'bar', which is never initialized
  // note@-1: let one thread initialize it
  out[threadIdx.x] = 1;
}

__global__ void neverPrimitive(int *out) {
  __shared__ __mbarrier_t bar;
  auto token = __mbarrier_arrive(&bar); // warn barrier-init: '__mbarrier_arrive()' uses 'bar', which is never initialized
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[threadIdx.x] = 1;
}

__global__ void neverPtx(int *out) {
  __shared__ uint64_t bar;
  mbarWait(&bar, 0); // warn barrier-init: in 'mbarWait' uses 'bar', which is never initialized
  out[threadIdx.x] = 1;
}

__global__ void later(int *out) {
  __shared__ Bar bar;
  __syncthreads();
  bar.arrive_and_wait(); // warn barrier-init: uses 'bar' before it is initialized
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void laterInLoop(int *out, int n) {
  __shared__ Bar bar;
  for (int i = 0; i < n; ++i) {
    bar.arrive_and_wait(); // warn barrier-init: before it is initialized
    if (threadIdx.x == 0 && i == 0)
      init(&bar, blockDim.x);
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

struct Storage {
  float data[64];
  uint64_t full, empty;
};

__global__ void oneMemberNever(float *out) {
  __shared__ Storage s;
  if (threadIdx.x == 0)
    mbarInit(&s.full, blockDim.x);
  __syncthreads();
  mbarArrive(&s.full);
  mbarWait(&s.full, 0);
  mbarArrive(&s.empty); // warn barrier-init: uses 'empty', which is never initialized
  out[threadIdx.x] = s.data[0];
}

extern __device__ void setUp(uint64_t *bar);
__global__ void setUpElsewhere(int *out) {
  __shared__ uint64_t bar;
  setUp(&bar);
  __syncthreads();
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__device__ void onlyUses(Bar *bar) { bar->arrive_and_wait(); }
__global__ void setUpByHelper(int *out) {
  __shared__ Bar bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  onlyUses(&bar);
  out[threadIdx.x] = 1;
}

//===--- Several threads ---===//

__global__ void everybody(int *out) {
  __shared__ Bar bar;
  init(&bar, blockDim.x); // warn barrier-init: initializes 'bar' in several threads of the block
  __syncthreads();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void firstWarp(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x < 32)
    mbarInit(&bar, 1); // warn barrier-init: in 'mbarInit' initializes 'bar' in several threads of the block
    // note@-1: 32 of 256 threads in such a block execute this
  __syncthreads();
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void firstOfEachWarp(int *out) {
  __shared__ Bar bar;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() == 0)
    init(&bar, blockDim.x); // warn barrier-init: in several threads
  __syncthreads();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void eachItsOwn(int *out) {
  __shared__ Bar bar[4];
  if (threadIdx.x < 4)
    init(&bar[threadIdx.x], blockDim.x);
  __syncthreads();
  bar[3].arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void eachWarpItsOwn(int *out) {
  __shared__ uint64_t bar[8];
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0)
    mbarInit(&bar[warp], 32);
  __syncwarp();
  mbarArrive(&bar[warp]);
  mbarWait(&bar[warp], 0);
  out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(1) blockOfOne(int *out) {
  __shared__ Bar bar;
  init(&bar, 1);
  bar.arrive_and_wait();
  out[0] = 1;
}

__global__ void onlyOneStays(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x != 0)
    return;
  init(&bar, 1);
  bar.arrive_and_wait();
  out[0] = 1;
}

extern __device__ bool isLeader();
__global__ void leaderElsewhere(int *out) {
  __shared__ Bar bar;
  if (isLeader())
    init(&bar, blockDim.x);
  __syncthreads();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void electedInits(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x < 32 && electOne()) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

//===--- Not visible to the others ---===//

__global__ void noSync(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  bar.arrive_and_wait(); // warn barrier-init: may use 'bar' before another thread has initialized it
  // note@-2: it is initialized here
  out[threadIdx.x] = 1;
}

__global__ void noSyncInLoop(int *out, int n) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    bar.arrive_and_wait(); // warn barrier-init: may use 'bar' before another thread has initialized it
    out[threadIdx.x] = i;
    __syncthreads();
  }
}

__global__ void warpSyncIsNotEnough(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncwarp();
  mbarArrive(&bar); // warn barrier-init: may use 'bar' before another thread has initialized it
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void fenceIsNotEnough(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    mbarInit(&bar, blockDim.x);
    mbarFence();
  }
  mbarArrive(&bar); // warn barrier-init: may use 'bar' before another thread has initialized it
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void electedAndNoSync(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x < 32 && electOne())
    mbarInit(&bar, 1);
  mbarWait(&bar, 0); // warn barrier-init: may use 'bar' before another thread has initialized it
  out[threadIdx.x] = 1;
}

__global__ void sameThreadGoesOn(int *out, const int *in) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) int box[128];
  if (threadIdx.x == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  if (threadIdx.x == 0) {
    mbarExpect(&bar, sizeof(box));
    bulkLoad(box, in, sizeof(box), &bar);
  }
  __syncthreads();
  mbarWait(&bar, 0);
  out[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void namedBarrierBetween(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = 1;
}

__global__ void clusterBarrierBetween(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    mbarInit(&bar, blockDim.x);
    mbarFence();
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void relaxedWithoutFence(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); // warn barrier-init: is relaxed and does not publish the initialization of 'bar' to the cluster
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void releasingClusterBarrier(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 1;
}

//===--- Counts ---===//

__global__ void halfArrives(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < blockDim.x / 2)
    bar.arrive_and_wait(); // warn barrier-init: waits for more arrivals on 'bar' than the threads that come here can make
    // note@-4: it is initialized here, to expect 256 arrivals
    // note@-2: 128 of 256 threads in such a block arrive in a phase
  out[threadIdx.x] = 1;
}

__global__ void warpArrivesWhereBlockIsExpected(int *out) {
  __shared__ Bar bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int i = 0; i < 4; ++i)
    if (block.thread_rank() < 32) {
      auto token = bar.arrive(); // warn barrier-init: waits for more arrivals on 'bar'
      bar.wait(std::move(token));
    }
  out[threadIdx.x] = 1;
}

__global__ void warpArrivesAndIsExpected(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void oneExpectedAllArrive(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 1);
  __syncthreads();
  bar.arrive_and_wait(); // warn barrier-init: is executed by more threads than 'bar' expects
  out[threadIdx.x] = 1;
}

__global__ void constantWhereBlockIsUnknown(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 128);
  __syncthreads();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(64) moreThanTheBlockCanHave(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 128);
  __syncthreads();
  bar.arrive_and_wait(); // warn barrier-init: waits for more arrivals on 'bar'
  out[threadIdx.x] = 1;
}

__global__ void launched(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, 128);
  __syncthreads();
  bar.arrive_and_wait(); // warn barrier-init: is executed by more threads than 'bar' expects
  // note@-1: 256 of 256 threads arrive in a phase
  out[threadIdx.x] = 1;
}
void launch(int *out) { launched<<<1, 256>>>(out); }

__global__ void oneOfManyExpectsBytes(const int *in, int *out) {
  __shared__ Bar bar;
  __shared__ alignas(16) int box[128];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  Bar::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(box, in, cuda::aligned_size_t<16>(sizeof(box)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(box));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[threadIdx.x] = box[127 - threadIdx.x];
}

__global__ void rolesTogetherMakeTheCount(int *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32)
    (void)bar.arrive();
  else
    bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void countFromOutside(int *out, int n) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, n);
  __syncthreads();
  if (threadIdx.x < n)
    bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

//===--- Storage of other kinds ---===//

struct Sum {
  int *box;
  __device__ void operator()() const { box[0] += box[1]; }
};

__global__ void placed(int *out) {
  using Counting = cuda::barrier<cuda::thread_scope_block, Sum>;
  __shared__ int box[2];
  alignas(Counting) __shared__ unsigned char storage[sizeof(Counting)];
  auto *bar = reinterpret_cast<Counting *>(storage);
  if (threadIdx.x == 0)
    new (bar) Counting(blockDim.x, Sum{box});
  __syncthreads();
  bar->arrive_and_wait();
  out[threadIdx.x] = box[0];
}

__global__ void placedByAll(int *out) {
  using Counting = cuda::barrier<cuda::thread_scope_block, Sum>;
  __shared__ int box[2];
  alignas(Counting) __shared__ unsigned char storage[sizeof(Counting)];
  auto *bar = reinterpret_cast<Counting *>(storage);
  new (bar) Counting(blockDim.x, Sum{box}); // warn barrier-init: in several threads
  __syncthreads();
  bar->arrive_and_wait();
  out[threadIdx.x] = box[0];
}

__global__ void dynamicStorage(int *out, int stages) {
  extern __shared__ uint64_t bars[];
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; ++i)
      mbarInit(bars + i, blockDim.x);
  __syncthreads();
  for (int i = 0; i < stages; ++i) {
    mbarArrive(bars + i);
    mbarWait(bars + i, 0);
  }
  out[threadIdx.x] = 1;
}

__global__ void byAddressArithmetic(int *out) {
  __shared__ uint64_t bars[4];
  uint32_t base = toShared(bars);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(base + 8),
                 "r"(blockDim.x)
                 : "memory");
  __syncthreads();
  mbarArrive(bars + 1);
  mbarWait(bars + 1, 0);
  out[threadIdx.x] = 1;
}

__global__ void unknownPlace(uint64_t **place, int *out) {
  uint64_t *bar = *place;
  mbarWait(bar, 0);
  out[threadIdx.x] = 1;
}

__global__ void loopOverThreads(int *out) {
  __shared__ Bar bars[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x)
    init(&bars[i], blockDim.x);
  __syncthreads();
  bars[5].arrive_and_wait();
  out[threadIdx.x] = 1;
}

//===--- The end of an object ---===//

__device__ void endObject(uint64_t *bar) {
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"((unsigned)__cvta_generic_to_shared(bar)) : "memory");
}

__global__ void endsWhileOthersWait(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, 128);
  __syncthreads();
  mbarArrive(&bar);
  mbarWait(&bar, 0); // warn barrier-init: waits on 'bar', which may come to its end before all threads have left the wait
  if (threadIdx.x == 0)
    endObject(&bar); // note: it comes to its end here
  out[threadIdx.x] = 1;
}

__global__ void endsBehindABarrier(int *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, 128);
  __syncthreads();
  mbarArrive(&bar);
  mbarWait(&bar, 0);
  __syncthreads();
  if (threadIdx.x == 0)
    endObject(&bar);
  out[threadIdx.x] = 1;
}
