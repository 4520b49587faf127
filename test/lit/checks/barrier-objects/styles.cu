// RUN: %verify %s --checks=-*,warplint-barrier-init,warplint-barrier-token,warplint-barrier-dropout,warplint-async-copy-wait
//
// Barrier objects and copies as projects wrap them: classes, lambdas, states.

#include "../Inputs/mbarrier.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
using Bar = cuda::barrier<cuda::thread_scope_block>;

struct ClusterBarrier {
  using ValueType = uint64_t;
  ValueType barrier_;
  __device__ void init(uint32_t n) const { init(&barrier_, n); }
  __device__ void wait(uint32_t phase) const { wait(&barrier_, phase); }
  __device__ void arrive() const { arrive(&barrier_); }
  __device__ void arrive_and_expect_tx(uint32_t b) { mbarExpect(&barrier_, b); }
  static __device__ void init(ValueType const *p, uint32_t n) {
    uint32_t a = toShared(p);
    asm volatile("{\nmbarrier.init.shared::cta.b64 [%1], %0; \n}" ::"r"(n), "r"(a));
  }
  static __device__ void wait(ValueType const *p, uint32_t phase) {
    uint32_t a = toShared(p), ticks = 0x989680;
    asm volatile(
        "{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1, %2;\n@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(a),
        "r"(phase), "r"(ticks));
  }
  static __device__ void arrive(ValueType const *p) {
    uint32_t a = toShared(p);
    asm volatile("{\nmbarrier.arrive.shared::cta.b64 _, [%0];\n}" ::"r"(a));
  }
};
template <int S> struct PipelineState {
  int index = 0;
  uint32_t phase = 0;
  __device__ PipelineState(int i, uint32_t p) : index(i), phase(p) {}
  __device__ void operator++() {
    if (++index == S) {
      index = 0;
      phase ^= 1;
    }
  }
};
template <int S> struct alignas(128) Shared {
  float tile[S][256];
  ClusterBarrier full[S];
  ClusterBarrier empty[S];
};
template <int S> struct Pipe {
  ClusterBarrier *full, *empty;
  __device__ Pipe(Shared<S> &s, uint32_t consumers) : full(s.full), empty(s.empty) {
    if (threadIdx.x == 0)
      for (int i = 0; i < S; ++i) {
        full[i].init(1);
        empty[i].init(consumers);
      }
    mbarFence();
  }
  __device__ void producer_acquire(PipelineState<S> st, uint32_t bytes) {
    empty[st.index].wait(st.phase);
    full[st.index].arrive_and_expect_tx(bytes);
  }
  __device__ void consumer_wait(PipelineState<S> st) { full[st.index].wait(st.phase); }
  __device__ void consumer_release(PipelineState<S> st) { empty[st.index].arrive(); }
};
template <int S> __global__ void cutlassLike(const float *in, float *out, int k) {
  extern __shared__ char smem[];
  auto &s = *reinterpret_cast<Shared<S> *>(smem);
  Pipe<S> pipe(s, 128);
  __syncthreads();
  int wg = threadIdx.x / 128;
  if (wg == 0) {
    PipelineState<S> st(0, 1);
    if (threadIdx.x == 0)
      for (; k > 0; --k) {
        pipe.producer_acquire(st, 1024);
        bulkLoad(s.tile[st.index], in, 1024, &s.full[st.index].barrier_);
        ++st;
      }
  } else {
    PipelineState<S> st(0, 0);
    float acc = 0;
    for (; k > 0; --k) {
      pipe.consumer_wait(st);
      acc += s.tile[st.index][threadIdx.x - 128];
      pipe.consumer_release(st);
      ++st;
    }
    out[threadIdx.x] = acc;
  }
}
template __global__ void cutlassLike<3>(const float *, float *, int);
template <int S> __global__ void cutlassLikeNoSync(const float *in, float *out, int k) {
  extern __shared__ char smem[];
  auto &s = *reinterpret_cast<Shared<S> *>(smem);
  Pipe<S> pipe(s, 128);
  if (threadIdx.x < 128) {
    PipelineState<S> st(0, 1);
    if (threadIdx.x == 0) {
      pipe.producer_acquire(st, 1024);
      bulkLoad(s.tile[st.index], in, 1024, &s.full[st.index].barrier_);
    }
  } else {
    PipelineState<S> st(0, 0);
    pipe.consumer_wait(st); // warn barrier-init: before another thread has initialized it
    out[threadIdx.x] = s.tile[0][threadIdx.x - 128];
  }
}
template __global__ void cutlassLikeNoSync<3>(const float *, float *, int);
__global__ void lambdaWait(const float *in, float *out) {
  __shared__ Bar bar;
  __shared__ float box[256];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto publish = [&](float v) {
    box[threadIdx.x] = v;
    return bar.arrive();
  };
  auto t = publish(in[threadIdx.x]);
  out[threadIdx.x] = box[(threadIdx.x + 1) % 256]; // warn barrier-token: 'box' is read between the arrival on 'bar' and the wait
  bar.wait(std::move(t));
}
template <cuda::thread_scope Sc> __global__ void scoped(float *out) {
  __shared__ cuda::barrier<Sc> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  bar.arrive_and_wait(); // warn barrier-init: before another thread has initialized it
  out[threadIdx.x] = 0;
}
template __global__ void scoped<cuda::thread_scope_device>(float *);
__device__ void setup(Bar *b, int n, int count) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    init(b + i, count);
}
__global__ void setupHelper(float *out) {
  __shared__ Bar bars[3];
  setup(bars, 3, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 9; ++i)
    bars[i % 3].arrive_and_wait();
  out[threadIdx.x] = 0;
}
__global__ void whileLoop(const int4 *in, int *out, int n) {
  __shared__ __align__(16) int box[2][1024];
  int stage = 0;
  while (n-- > 0) {
    copy16(&box[stage][4 * threadIdx.x], in + n * 256 + threadIdx.x);
    commitCopies();
    waitCopies<0>();
    out[threadIdx.x] += box[stage][1023 - threadIdx.x]; // warn async-copy-wait: after a wait for this thread's own copies only
    stage ^= 1;
    __syncthreads();
  }
}
__global__ void __launch_bounds__(128) roles(float *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, 4);
  __syncthreads();
  int lane = threadIdx.x & 31;
  if (lane == 0)
    mbarArrive(&bar);
  mbarWait(&bar, 0);
  out[threadIdx.x] = 0;
}
__global__ void __launch_bounds__(64) rolesBad(float *out) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, 4);
  __syncthreads();
  int lane = threadIdx.x & 31;
  if (lane == 0)
    mbarArrive(&bar); // warn barrier-init: waits for more arrivals on 'bar' than the threads that come here can make
  mbarWait(&bar, 0);
  out[threadIdx.x] = 0;
}
__global__ void perWarp(const int *work, float *out) {
  __shared__ Bar bars[8];
  int w = threadIdx.x / 32;
  if (threadIdx.x < 8)
    init(&bars[threadIdx.x], 32);
  __syncthreads();
  if (w >= 4)
    return;
  bars[w].arrive_and_wait();
  out[threadIdx.x] = work[w];
}
__global__ void doWhile(const int *work, float *out) {
  __shared__ Bar bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  int i = 0;
  do {
    auto t = bar.arrive();
    out[threadIdx.x] += i;
    bar.wait(cuda::std::move(t));
  } while (work[threadIdx.x] > i++); // warn barrier-dropout: threads that leave the loop here do not drop out of 'bar'
}
__global__ void refSel(float *out, int n) {
  __shared__ Bar a, b;
  if (threadIdx.x == 0) {
    init(&a, blockDim.x);
    init(&b, blockDim.x);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    Bar &cur = i & 1 ? a : b;
    auto t = cur.arrive();
    cur.wait(std::move(t));
  }
  out[threadIdx.x] = 0;
}
__global__ void shadow(const float *in, float *out, int n) {
  __shared__ uint64_t bar;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int phase = 0;
    if (threadIdx.x == 0) {
      mbarExpect(&bar, 1024);
      bulkLoad(box, in + i * 256, 1024, &bar);
    }
    while (!mbarTryWait(&bar, phase)) // warn barrier-token: for the same parity in every iteration of its loop
      ;
    phase ^= 1;
    out[threadIdx.x] += box[255 - threadIdx.x];
    __syncthreads();
  }
}
__global__ void coop(const float *in, float *out) {
  __shared__ Bar bar;
  __shared__ float s[2][256];
  auto blk = cg::this_thread_block();
  if (blk.thread_rank() == 0)
    init(&bar, blk.size());
  cg::sync(blk);
  cuda::memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], sizeof(float), bar);
  Bar::arrival_token tok = bar.arrive();
  float r = in[threadIdx.x];
  bar.wait(std::move(tok));
  out[threadIdx.x] = r + s[0][255 - threadIdx.x];
}
__global__ void epilogue(float *out, int tiles) {
  __shared__ alignas(16) float box[128];
  if (threadIdx.x >= 128)
    return;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0)
      bulkWaitRead<0>();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    box[threadIdx.x] = t;
    proxyFence();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 0) {
      bulkStore(out + t * 128, box, 512);
      bulkCommit();
    }
  }
  if (threadIdx.x == 0)
    bulkWaitRead<0>();
}
__global__ void halfCopies(const int *in, int *out) {
  __shared__ int box[256];
  if (threadIdx.x < 64)
    for (int j = 0; j < 4; ++j)
      __pipeline_memcpy_async(&box[threadIdx.x * 4 + j], in + threadIdx.x * 4 + j, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = box[threadIdx.x]; // warn async-copy-wait: after a wait for this thread's own copies only
}
