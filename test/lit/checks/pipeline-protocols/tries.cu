// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// A try to wait may come too early: who reads the stage must wait where it failed.
// Where nothing is done with its answer, the stage may still be on its way.

#include "../Inputs/mbarrier.cuh"

constexpr int Stages = 3;
constexpr int Width = 128;

template <int N> struct Turn {
  int at = 0;
  unsigned phase = 0;
  __device__ void next() {
    if (++at == N) {
      at = 0;
      phase ^= 1;
    }
  }
};

enum class Ready { No, Yes };

struct Storage {
  uint64_t full[Stages], empty[Stages];
};

// A pipeline whose consumers first try, and hand the answer to the wait.
class Pipeline {
public:
  __device__ Pipeline(Storage &s, unsigned consumers) : s(s) {
    if (threadIdx.x == 0) {
      for (int i = 0; i < Stages; ++i) {
        mbarInit(&s.full[i], 1);
        mbarInit(&s.empty[i], consumers);
      }
      mbarFence();
    }
    __syncthreads();
  }
  __device__ uint64_t *acquire(const Turn<Stages> &t, unsigned bytes) {
    mbarWait(&s.empty[t.at], t.phase ^ 1);
    mbarExpect(&s.full[t.at], bytes);
    return &s.full[t.at];
  }
  __device__ Ready tryWait(const Turn<Stages> &t) {
    return mbarTryWait(&s.full[t.at], t.phase) ? Ready::Yes : Ready::No;
  }
  __device__ void wait(const Turn<Stages> &t, Ready ready = Ready::No) {
    if (ready == Ready::No)
      mbarWait(&s.full[t.at], t.phase);
  }
  __device__ void release(const Turn<Stages> &t) { mbarArrive(&s.empty[t.at]); }

private:
  Storage &s;
};

__device__ void produce(Pipeline &p, float (*tile)[Width], const float *in, int rounds) {
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next())
    bulkLoad(tile[t.at], in + k * Width, sizeof tile[0], p.acquire(t, sizeof tile[0]));
}

__global__ void __launch_bounds__(160) handsTheAnswerOn(const float *in, float *out, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  float sum = 0;
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next()) {
    Ready ready = p.tryWait(t);
    p.wait(t, ready);
    sum += tile[t.at][Width - 1 - threadIdx.x];
    p.release(t);
  }
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(160) forgetsTheWait(const float *in, float *out, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  float sum = 0;
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next()) {
    Ready ready = p.tryWait(t);
    sum += tile[t.at][Width - 1 - threadIdx.x]; // warn async-copy-wait: 'tile' is read while the copy that fills it may be under way
    p.release(t);
  }
  out[threadIdx.x] = sum;
}

// Waits for the first stage, and only tries for those behind.
__global__ void __launch_bounds__(160) waitsOnlyOnce(const float *in, float *out, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  Turn<Stages> t;
  p.wait(t);
  float sum = tile[t.at][Width - 1 - threadIdx.x];
  p.release(t);
  t.next();
  for (int k = 1; k < rounds; ++k) {
    auto ready = p.tryWait(t);
    sum += tile[t.at][Width - 1 - threadIdx.x]; // warn async-copy-wait: 'tile' is read while the copy that fills it may be under way
    p.release(t);
    t.next();
  }
  out[threadIdx.x] = sum;
}

// The answer is only counted.
__global__ void __launch_bounds__(160) countsMisses(const float *in, float *out, int *misses, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  float sum = 0;
  int missed = 0;
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next()) {
    if (!mbarTryWait(&storage.full[t.at], t.phase))
      ++missed;
    sum += tile[t.at][threadIdx.x]; // warn async-copy-wait: 'tile' is read while the copy that fills it may be under way
    p.release(t);
  }
  out[threadIdx.x] = sum;
  misses[threadIdx.x] = missed;
}

// Counts, too, and waits then.
__global__ void __launch_bounds__(160) countsMissesAndWaits(const float *in, float *out, int *misses, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  float sum = 0;
  int missed = 0;
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next()) {
    if (!mbarTryWait(&storage.full[t.at], t.phase)) {
      ++missed;
      p.wait(t);
    }
    sum += tile[t.at][threadIdx.x];
    p.release(t);
  }
  out[threadIdx.x] = sum;
  misses[threadIdx.x] = missed;
}

// Uses a stage where it has come, and does something else otherwise.
__global__ void __launch_bounds__(160) looksInNowAndThen(const float *in, float *out, int rounds, int patience) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x >= Width) {
    if (threadIdx.x == Width)
      produce(p, tile, in, rounds);
    return;
  }
  float sum = 0;
  Turn<Stages> t;
  for (int i = 0; i < patience; ++i) {
    if (mbarTryWait(&storage.full[t.at], t.phase)) {
      sum += tile[t.at][threadIdx.x];
      p.release(t);
      t.next();
    } else {
      sum *= 0.5f;
    }
  }
  out[threadIdx.x] = sum;
}

// Tries, and then again and again, after a while.
__device__ float sumUp(Pipeline &p, Storage &storage, float (*tile)[Width], int rounds) {
  float sum = 0;
  Turn<Stages> t;
  for (int k = 0; k < rounds; ++k, t.next()) {
    bool ready = mbarTryWait(&storage.full[t.at], t.phase);
    while (!ready) {
      __nanosleep(20);
      ready = mbarTryWait(&storage.full[t.at], t.phase);
    }
    sum += tile[t.at][threadIdx.x];
    p.release(t);
  }
  return sum;
}

__global__ void __launch_bounds__(160) triesAgain(const float *in, float *out, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x < Width)
    out[threadIdx.x] = sumUp(p, storage, tile, rounds);
  else if (threadIdx.x == Width)
    produce(p, tile, in, rounds);
}

// The same, but those who produce do not ask whether a stage has been used.
__global__ void __launch_bounds__(160) triesAgainForNothing(const float *in, float *out, int rounds) {
  alignas(128) __shared__ float tile[Stages][Width];
  __shared__ Storage storage;
  Pipeline p(storage, Width);
  if (threadIdx.x < Width) {
    out[threadIdx.x] = sumUp(p, storage, tile, rounds);
  } else if (threadIdx.x == Width) {
    for (int k = 0; k < rounds; ++k) {
      mbarExpect(&storage.full[k % Stages], sizeof tile[0]);
      bulkLoad(tile[k % Stages], in + k * Width, sizeof tile[0], &storage.full[k % Stages]); // warn async-copy-wait: 'tile' is filled in 'bulkLoad' although nothing tells that it was used before
    }
  }
}
