// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Stages that are handed on by classes in the manner of CUTLASS: barriers that
// arrive at the rank of a block of the cluster, states that count stages and
// phases, tokens that inherit their constructor, pipelines that put them together.

#include "../Inputs/mbarrier.cuh"

namespace cutlass {

__device__ inline unsigned block_rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ inline unsigned elect_one_sync() {
  unsigned pred = 0, lane = 0;
  asm volatile("{\n"
               ".reg .b32 %%rx;\n"
               ".reg .pred %%px;\n"
               "elect.sync %%rx|%%px, %2;\n"
               "@%%px mov.s32 %1, 1;\n"
               "mov.s32 %0, %%rx;\n"
               "}"
               : "+r"(lane), "+r"(pred)
               : "r"(0xFFFFFFFF));
  return pred;
}

namespace arch {

struct ClusterBarrier {
  uint64_t barrier_;
  __device__ void init(unsigned count) const { mbarInit(const_cast<uint64_t *>(&barrier_), count); }
  __device__ void wait(unsigned phase) const { mbarWait(const_cast<uint64_t *>(&barrier_), phase); }
  __device__ bool try_wait(unsigned phase) const { return mbarTryWait(const_cast<uint64_t *>(&barrier_), phase); }
  __device__ void arrive() const { mbarArrive(const_cast<uint64_t *>(&barrier_)); }
  __device__ void arrive(unsigned rank, unsigned pred = true) const {
    if (pred)
      asm volatile("{\n"
                   ".reg .b32 remote;\n"
                   "mapa.shared::cluster.u32 remote, %0, %1;\n"
                   "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
                   "}" ::"r"(toShared(&barrier_)),
                   "r"(rank)
                   : "memory");
  }
};

struct ClusterTransactionBarrier : ClusterBarrier {
  __device__ void arrive_and_expect_tx(unsigned bytes) const {
    mbarExpect(const_cast<uint64_t *>(&barrier_), bytes);
  }
};

} // namespace arch

enum class BarrierStatus : unsigned { WaitAgain = 0, WaitDone = 1 };

class ArrivalToken {
public:
  __device__ ArrivalToken(BarrierStatus status) : status_(status) {}
  __device__ BarrierStatus get() const { return status_; }

private:
  BarrierStatus status_;
  friend __device__ bool operator==(const ArrivalToken &l, const BarrierStatus &r) { return l.get() == r; }
};

class ProducerToken : public ArrivalToken {
  using ArrivalToken::ArrivalToken;
};

template <int Stages> struct PipelineState {
  int index_ = 0;
  unsigned phase_ = 0, count_ = 0;
  __device__ PipelineState() {}
  __device__ PipelineState(int index, unsigned phase, unsigned count) : index_(index), phase_(phase), count_(count) {}
  __device__ int index() const { return index_; }
  __device__ unsigned phase() const { return phase_; }
  __device__ void operator++() {
    ++index_;
    ++count_;
    if (index_ == Stages) {
      index_ = 0;
      phase_ ^= 1;
    }
  }
};

template <int Stages_> class PipelineTmaAsync {
public:
  static constexpr int Stages = Stages_;
  struct SharedStorage {
    arch::ClusterTransactionBarrier full_barrier_[Stages];
    arch::ClusterBarrier empty_barrier_[Stages];
  };
  struct Params {
    unsigned transaction_bytes = 0, is_leader = 0, num_consumers = 0;
  };
  __device__ PipelineTmaAsync(SharedStorage &storage, Params params, int cluster_size)
      : params_(params), full_(storage.full_barrier_), empty_(storage.empty_barrier_) {
    if (threadIdx.x / 32 == 0 && elect_one_sync())
      for (int i = 0; i < Stages; ++i) {
        storage.full_barrier_[i].init(1);
        storage.empty_barrier_[i].init(params.num_consumers);
      }
    mbarFence();
    if (cluster_size == 1) {
      is_signaling_ = true;
      rank_ = 0;
    } else {
      is_signaling_ = threadIdx.x % 8 == 0;
      rank_ = threadIdx.x / 8 % 16;
    }
  }
  __device__ void producer_acquire(PipelineState<Stages> state, ProducerToken token = {BarrierStatus::WaitAgain}) {
    if (token == BarrierStatus::WaitAgain)
      empty_[state.index()].wait(state.phase()); // warn barrier-token: in 'wait' waits for a phase of 'empty_barrier_' that never ends
    if (params_.is_leader)
      full_[state.index()].arrive_and_expect_tx(params_.transaction_bytes);
  }
  __device__ void producer_expect(PipelineState<Stages> state) {
    full_[state.index()].arrive_and_expect_tx(params_.transaction_bytes);
  }
  __device__ void producer_tail(PipelineState<Stages> state) {
    for (int count = 0; count < Stages; ++count) {
      empty_[state.index()].wait(state.phase());
      ++state;
    }
  }
  __device__ uint64_t *producer_get_barrier(PipelineState<Stages> state) { return reinterpret_cast<uint64_t *>(&full_[state.index()]); }
  __device__ ProducerToken producer_try_acquire(PipelineState<Stages> state) {
    return {static_cast<BarrierStatus>(empty_[state.index()].try_wait(state.phase()))};
  }
  __device__ BarrierStatus consumer_try_wait(PipelineState<Stages> state) {
    return static_cast<BarrierStatus>(full_[state.index()].try_wait(state.phase()));
  }
  __device__ void consumer_wait(PipelineState<Stages> state, BarrierStatus token = BarrierStatus::WaitAgain) {
    if (token == BarrierStatus::WaitAgain)
      full_[state.index()].wait(state.phase());
  }
  __device__ void consumer_release(PipelineState<Stages> state, unsigned skip = false) {
    empty_[state.index()].arrive(rank_, is_signaling_ & !skip);
  }

private:
  Params params_;
  unsigned rank_ = 0, is_signaling_ = 0;
  arch::ClusterTransactionBarrier *full_;
  arch::ClusterBarrier *empty_;
};

} // namespace cutlass

constexpr int S = 4;
using Pipe = cutlass::PipelineTmaAsync<S>;
using State = cutlass::PipelineState<S>;
struct Storage {
  alignas(128) float a[S][1024];
  Pipe::SharedStorage pipe;
};

#define PIPE(Consumers)                                                                            \
  extern __shared__ char raw[];                                                                    \
  Storage &sm = *reinterpret_cast<Storage *>(raw);                                                 \
  Pipe::Params params;                                                                             \
  params.transaction_bytes = 4096;                                                                 \
  params.is_leader = threadIdx.x == 0;                                                             \
  params.num_consumers = Consumers;                                                                \
  Pipe pipe(sm.pipe, params, 1);                                                                   \
  __syncthreads();

// --- Right --------------------------------------------------------------------

__global__ __launch_bounds__(256) void inTurn(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        pipe.producer_acquire(state);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
      pipe.producer_tail(state);
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state, pipe.consumer_try_wait(state));
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128];
      pipe.consumer_release(state);
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}

// A stage later, as for what a tensor core still reads.
__global__ __launch_bounds__(256) void releasesTheOneBefore(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        auto token = pipe.producer_try_acquire(state);
        pipe.producer_acquire(state, token);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
    }
  } else {
    State state, release;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128];
      if (t > 0) {
        pipe.consumer_release(release);
        ++release;
      }
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}

// --- Wrong --------------------------------------------------------------------

__global__ __launch_bounds__(256) void notAcquired(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        pipe.producer_expect(state);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state)); // warn async-copy-wait: 'a' is filled in 'bulkLoad' although nothing tells that it was used before
      }
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128];
      pipe.consumer_release(state);
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}

__global__ __launch_bounds__(256) void releasedBeforeTheRead(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        auto token = pipe.producer_try_acquire(state);
        pipe.producer_acquire(state, token);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      pipe.consumer_release(state);
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128]; // warn async-copy-wait: 'a' is read while a copy may already be filling it anew
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}

__global__ __launch_bounds__(256) void startsLikeAConsumer(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state;
      for (int t = 0; t < tiles; ++t, ++state) {
        pipe.producer_acquire(state);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128];
      pipe.consumer_release(state);
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}

__global__ __launch_bounds__(256) void readsTheNextStage(const float *in, float *out, int tiles) {
  PIPE(128)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        pipe.producer_acquire(state);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      State read = state;
      ++state;
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128]; // warn async-copy-wait: 'a' is read while
      pipe.consumer_release(read);
    }
    out[threadIdx.x] = sum;
  }
}

__global__ __launch_bounds__(256) void countsOneWarp(const float *in, float *out, int tiles) {
  PIPE(32)
  if (threadIdx.x < 128) {
    if (threadIdx.x / 32 == 0 && cutlass::elect_one_sync()) {
      State state(0, 1, 0);
      for (int t = 0; t < tiles; ++t, ++state) {
        pipe.producer_acquire(state);
        bulkLoad(sm.a[state.index()], in + t * 1024, 4096, pipe.producer_get_barrier(state));
      }
    }
  } else {
    State state;
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
      pipe.consumer_wait(state);
      for (int j = 0; j < 8; ++j)
        sum += sm.a[state.index()][j * 128 + threadIdx.x - 128];
      if (threadIdx.x % 8 == 0)
        pipe.consumer_release(state);
      ++state;
    }
    out[threadIdx.x] = sum;
  }
}
