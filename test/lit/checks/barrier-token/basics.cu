// RUN: %verify %s --checks=-*,warplint-barrier-token

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_awbarrier_primitives.h>
#include <new>
#include <utility>

namespace cg = cooperative_groups;
using Bar = cuda::barrier<cuda::thread_scope_block>;

__device__ float chew(float v) { return v * v; }
extern __device__ void compute(float *data, int round);
extern __device__ bool isDone(int i);

#define SET_UP(bar, count)                                                     \
  if (threadIdx.x == 0)                                                        \
    init(&bar, count);                                                         \
  __syncthreads()

//===--- The five stages, and what may stand between arrival and wait ---===//

__global__ void fiveStages(int n, float *data) {
  __shared__ Bar bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  for (int i = 0; i < n; ++i) {
    auto token = bar.arrive();
    compute(data, i);
    bar.wait(std::move(token));
  }
}

__global__ void readsTooEarly(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  out[threadIdx.x] = box[threadIdx.x ^ 1]; // warn barrier-token: 'box' is read between the arrival on 'bar' and the wait
  // note@-1: touch it after the wait
  bar.wait(std::move(token));
}

__global__ void readsOwn(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  float own = box[threadIdx.x];
  bar.wait(std::move(token));
  out[threadIdx.x] = own + box[threadIdx.x ^ 1];
}

__global__ void readsWhatTheLastPhaseBrought(float *out, const float *in, int n) {
  __shared__ Bar bar;
  __shared__ float box[2][256];
  SET_UP(bar, blockDim.x);
  box[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    box[(i + 1) % 2][threadIdx.x] = in[i * 256 + threadIdx.x];
    auto token = bar.arrive();
    out[threadIdx.x] += box[i % 2][255 - threadIdx.x];
    bar.wait(std::move(token));
  }
}

__global__ void overwritesWhatOthersRead(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = box[255 - threadIdx.x];
  auto token = bar.arrive();
  box[threadIdx.x] = v; // warn barrier-token: 'box' is written between the arrival on 'bar' and the wait
  // note@-3: another thread may still be here, before its arrival: 'box' is read
  bar.wait(std::move(token));
  out[threadIdx.x] = box[0];
}

__global__ void independentArray(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256], other[256];
  SET_UP(bar, blockDim.x);
  other[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  float v = other[255 - threadIdx.x];
  bar.wait(std::move(token));
  out[threadIdx.x] = v + box[255 - threadIdx.x];
}

__global__ void blockSyncBetween(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  __syncthreads();
  out[threadIdx.x] = box[255 - threadIdx.x];
  bar.wait(std::move(token));
}

__global__ void tryWaitLoop(float *out, const float *in) {
  __shared__ __mbarrier_t bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_try_wait(&bar, token, 100))
    ;
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void readsInTryWaitLoop(float *out, const float *in) {
  __shared__ __mbarrier_t bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  box[threadIdx.x] = in[threadIdx.x];
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  float v = box[255 - threadIdx.x]; // warn barrier-token: 'box' is read between the arrival on 'bar' and the wait
  while (!__mbarrier_test_wait(&bar, token))
    ;
  out[threadIdx.x] = v;
}

__device__ float peek(const float *box) { return box[255 - threadIdx.x]; }
__global__ void readsInHelper(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive();
  float v = peek(box); // warn barrier-token: 'box' is read between the arrival on 'bar' and the wait
  bar.wait(std::move(token));
  out[threadIdx.x] = v;
}

//===--- Completion functions ---===//

struct Sum {
  float *box, *total;
  __device__ void operator()() const {
    for (int i = 0; i < 128; ++i)
      *total += box[i];
  }
};

__global__ void completion(const float *data, float *total, int n) {
  using Counting = cuda::barrier<cuda::thread_scope_block, Sum>;
  __shared__ float box[128];
  alignas(Counting) __shared__ unsigned char storage[sizeof(Counting)];
  auto *bar = reinterpret_cast<Counting *>(storage);
  if (threadIdx.x == 0)
    new (bar) Counting(blockDim.x, Sum{box, total});
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    box[threadIdx.x] = data[base + threadIdx.x];
    auto token = bar->arrive();
    float independent = chew(data[threadIdx.x]);
    bar->wait(std::move(token));
    box[threadIdx.x] = independent;
  }
}

__global__ void completionDisturbed(const float *data, float *total, int n) {
  __shared__ float box[128];
  auto sum = [&] { *total += box[0]; };
  using Counting = cuda::barrier<cuda::thread_scope_block, decltype(sum)>;
  alignas(Counting) __shared__ unsigned char storage[sizeof(Counting)];
  auto *bar = reinterpret_cast<Counting *>(&storage);
  if (threadIdx.x == 0)
    init(bar, blockDim.x, sum);
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    box[threadIdx.x] = data[base + threadIdx.x];
    auto token = bar->arrive();
    box[threadIdx.x] = 0; // warn barrier-token: 'box' is written between the arrival on 'storage' and the wait, where its completion function may be reading it
    bar->wait(std::move(token));
  }
}

//===--- Tokens ---===//

__global__ void droppedToken(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  (void)bar.arrive(); // warn barrier-token: arrives on 'bar', and no thread ever waits on it
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void tokenNeverUsed(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  auto token = bar.arrive(); // warn barrier-token: no thread ever waits on it
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void droppedButSynced(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  box[threadIdx.x] = in[threadIdx.x];
  (void)bar.arrive();
  __syncthreads();
  out[threadIdx.x] = box[255 - threadIdx.x];
}

__global__ void oneSided(float *out, const float *in) {
  __shared__ Bar bar;
  __shared__ float box[256];
  SET_UP(bar, blockDim.x);
  if (threadIdx.x < 128) {
    box[threadIdx.x] = in[threadIdx.x];
    (void)bar.arrive();
  } else {
    bar.arrive_and_wait();
    out[threadIdx.x] = box[threadIdx.x - 128];
  }
}

__global__ void otherObject(float *out) {
  __shared__ Bar a, b;
  SET_UP(a, blockDim.x);
  SET_UP(b, blockDim.x);
  auto token = a.arrive();
  b.wait(std::move(token)); // warn barrier-token: waits on 'b' for a token of another barrier, 'a'
  out[threadIdx.x] = 1;
}

__global__ void otherElement(float *out, int n) {
  __shared__ Bar bars[2];
  if (threadIdx.x < 2)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    auto token = bars[i % 2].arrive();
    bars[(i + 1) % 2].wait(std::move(token)); // warn barrier-token: waits on 'bars' for a token of another barrier
  }
  out[threadIdx.x] = 1;
}

__global__ void sameElement(float *out, int n) {
  __shared__ Bar bars[2];
  if (threadIdx.x < 2)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int stage = i & 1;
    Bar &bar = bars[stage];
    auto token = bar.arrive();
    bars[i % 2].wait(std::move(token));
  }
  out[threadIdx.x] = 1;
}

__global__ void tokensKeptInOrder(float *out, int n) {
  __shared__ Bar bars[2];
  if (threadIdx.x < 2)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  auto first = bars[0].arrive();
  auto second = bars[1].arrive();
  bars[0].wait(std::move(first));
  bars[1].wait(std::move(second));
  out[threadIdx.x] = 1;
}

__global__ void tokensMixedUp(float *out, int n) {
  __shared__ Bar bars[2];
  if (threadIdx.x < 2)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  auto first = bars[0].arrive();
  auto second = bars[1].arrive();
  bars[0].wait(std::move(second)); // warn barrier-token: for a token of another barrier
  bars[1].wait(std::move(first)); // warn barrier-token: for a token of another barrier
  out[threadIdx.x] = 1;
}

__global__ void waitsTwice(float *out) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[threadIdx.x] = 1;
  bar.wait(std::move(token)); // warn barrier-token: for a token that was waited for before
}

__global__ void waitsInLoopForOneToken(float *out, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  auto token = bar.arrive();
  for (int i = 0; i < n; ++i) {
    bar.wait(std::move(token)); // warn barrier-token: for a token that was waited for before
    out[i] = 1;
  }
}

__global__ void softwarePipelined(float *out, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  auto token = bar.arrive();
  for (int i = 0; i < n; ++i) {
    bar.wait(std::move(token));
    out[i * blockDim.x + threadIdx.x] = 1;
    token = bar.arrive();
  }
  bar.wait(std::move(token));
}

//===--- Arriving again ---===//

__global__ void arrivesTwice(float *out) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  auto first = bar.arrive();
  auto second = bar.arrive(); // warn barrier-token: arrives on 'bar' again without a wait for the phase before
  bar.wait(std::move(first));
  bar.wait(std::move(second));
  out[threadIdx.x] = 1;
}

__global__ void olderThanThePhaseBefore(float *out) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  auto old = bar.arrive();
  bar.arrive_and_wait(); // warn barrier-token: arrives on 'bar' again without a wait for the phase before
  bar.arrive_and_wait();
  bar.wait(std::move(old));
  out[threadIdx.x] = 1;
}

__global__ void arrivesInLoop(float *out, int n) {
  __shared__ Bar bar;
  SET_UP(bar, blockDim.x);
  for (int i = 0; i < n; ++i) {
    out[threadIdx.x] += 1;
    (void)bar.arrive(); // warn barrier-token: arrives on 'bar' again without a wait for the phase before
  }
  bar.arrive_and_wait();
}

__global__ void twoArrivalsExpected(float *out) {
  __shared__ Bar bar;
  SET_UP(bar, 2 * blockDim.x);
  (void)bar.arrive();
  out[threadIdx.x] = 1;
  bar.arrive_and_wait();
}

__global__ void twoTokensOfOnePhase(float *out) {
  __shared__ Bar bar;
  SET_UP(bar, 2 * blockDim.x);
  auto first = bar.arrive();
  auto second = bar.arrive();
  bar.wait(std::move(first));
  bar.wait(std::move(second));
  out[threadIdx.x] = 1;
}

__global__ void countNotKnown(float *out, int n) {
  __shared__ Bar bar;
  SET_UP(bar, n);
  auto first = bar.arrive();
  auto second = bar.arrive();
  bar.wait(std::move(first));
  bar.wait(std::move(second));
  out[threadIdx.x] = 1;
}

__global__ void chunksExpected(float *out, int chunks) {
  __shared__ Bar bar;
  SET_UP(bar, chunks * blockDim.x);
  for (int i = 0; i < chunks; ++i)
    (void)bar.arrive();
  out[threadIdx.x] = 1;
}

constexpr int Slice = 64;

__device__ void produce(Bar *ready, Bar *filled, float (*buffer)[Slice],
                        const float *in, int n) {
  for (int s = 0; s < n; ++s) {
    ready[s % 2].arrive_and_wait();
    for (int i = threadIdx.x; i < Slice; i += 32)
      buffer[s % 2][i] = in[s * Slice + i];
    Bar::arrival_token token = filled[s % 2].arrive();
  }
}

__device__ void consume(Bar *ready, Bar *filled, float (*buffer)[Slice],
                        float *out, int n) {
  Bar::arrival_token token1 = ready[0].arrive();
  Bar::arrival_token token2 = ready[1].arrive();
  for (int s = 0; s < n; ++s) {
    filled[s % 2].arrive_and_wait();
    out[s * Slice + threadIdx.x - 32] = buffer[s % 2][threadIdx.x - 32];
    Bar::arrival_token token = ready[s % 2].arrive();
  }
}

__global__ void __launch_bounds__(32 + Slice)
    doubleBuffered(const float *in, float *out, int n) {
  __shared__ Bar bars[4];
  __shared__ float buffer[2][Slice];
  if (threadIdx.x < 4)
    init(&bars[threadIdx.x], blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32)
    produce(bars, bars + 2, buffer, in, n);
  else
    consume(bars, bars + 2, buffer, out, n);
}

//===--- Parity ---===//

__global__ void parityNeverFlips(const float *in, float *out, int n) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  int phase = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&bar, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &bar);
    }
    mbarWait(&bar, phase); // warn barrier-token: waits on 'bar' for the same parity in every iteration of its loop
    out[threadIdx.x] += box[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void parityFlips(const float *in, float *out, int n) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  uint32_t phase = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&bar, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &bar);
    }
    while (!mbarTryWait(&bar, phase)) {
    }
    phase ^= 1;
    out[threadIdx.x] += box[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void parityOfRound(const float *in, float *out, int n) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0)
    mbarInit(&bar, 1);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&bar, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &bar);
    }
    mbarWait(&bar, i & 1);
    out[threadIdx.x] += box[255 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void twoPhasesPerRound(float *out, int n) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    mbarArrive(&bar);
    mbarWait(&bar, 0);
    out[threadIdx.x] += 1;
    mbarArrive(&bar);
    mbarWait(&bar, 1);
  }
}

__global__ void loadedOnce(const float *in, float *out, int n) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0)
    mbarInit(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    mbarExpect(&bar, sizeof(box));
    bulkLoad(box, in, sizeof(box), &bar);
  }
  for (int i = 0; i < n; ++i) {
    mbarWait(&bar, 0);
    out[i * blockDim.x + threadIdx.x] = box[255 - threadIdx.x];
  }
}

template <int Stages>
__global__ void stagesWithParity(const float *in, float *out, int n) {
  __shared__ alignas(128) float buf[Stages][128];
  __shared__ uint64_t full[Stages], empty[Stages];
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      mbarInit(&full[s], 1);
      mbarInit(&empty[s], 128);
    }
    mbarFence();
  }
  __syncthreads();
  int stage = 0;
  uint32_t phase = 0;
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128)
      for (int i = 0; i < n; ++i) {
        mbarWait(&empty[stage], phase ^ 1);
        mbarExpect(&full[stage], 512);
        bulkLoad(buf[stage], in + i * 128, 512, &full[stage]);
        if (++stage == Stages) {
          stage = 0;
          phase ^= 1;
        }
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      while (!mbarTryWait(&full[stage], phase)) {
      }
      sum += buf[stage][127 - threadIdx.x];
      mbarArrive(&empty[stage]);
      if (++stage == Stages) {
        stage = 0;
        phase ^= 1;
      }
    }
    out[threadIdx.x] = sum;
  }
}
template __global__ void stagesWithParity<4>(const float *, float *, int);

//===--- Results ---===//

__global__ void triesOnce(float *out) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  __mbarrier_try_wait(&bar, token, 1000); // warn barrier-token: '__mbarrier_try_wait()' may return before the phase is complete, and its result is not looked at
  out[threadIdx.x] = 1;
}

__global__ void triesInPtx(float *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncthreads();
  mbarArrive(&bar);
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; }" ::"r"(toShared(&bar)) : "memory"); // warn barrier-token: 'mbarrier.try_wait.parity' may return before the phase is complete
  out[threadIdx.x] = 1;
}

template <class T> struct Retrying {
  uint64_t bar;
  T value;
  __device__ bool waitFor(uint32_t parity, int rounds) {
    bool ready = false;
    do {
      mbarTryWait(&bar, parity);
      cuda::ptx::mbarrier_try_wait_parity(&bar, parity); // warn barrier-token: 'cuda::ptx::mbarrier_try_wait_parity()' may return before the phase is complete, and its result is not looked at
    } while (!ready && rounds-- > 0);
    return ready;
  }
};
extern __device__ Retrying<int> *retrying();
__global__ void triesInAMember(int *out) { out[0] = retrying()->waitFor(0, 100); }

__global__ void triesWithBound(float *out, int *failed) {
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0)
    __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  bool ok = false;
  for (int i = 0; i < 1000 && !ok; ++i)
    ok = __mbarrier_try_wait(&bar, token, 100);
  *failed = !ok;
}
