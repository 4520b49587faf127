// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token
//
// Pipelines as template libraries build them: schedulers with bases and nested
// parameters tell the rounds, blocks meet by split barriers, matrices are told by
// descriptors that iterators move, and instructions are passed on by name.

#include "../Inputs/matrices.cuh"

struct Divisor {
  uint64_t divisor, multiplier;
  unsigned shift;
};

struct Schedule {
  Divisor batch;
  uint64_t tiles = 0;
};

struct Work {
  int tile;
  bool valid;
};

template <class Of> struct Persistent {
  uint64_t next, stride;
  Schedule schedule;
  __device__ explicit Persistent(const Schedule &s) : schedule(s) {
    next = blockIdx.x;
    stride = gridDim.x;
  }
  __device__ Work work() const {
    if (next >= schedule.tiles)
      return {0, false};
    return {int(next), true};
  }
  __device__ void advance() { next += stride; }
};

struct Scheduler : Persistent<Scheduler> {
  using Persistent<Scheduler>::Persistent;
};

struct Arguments {
  Schedule schedule;
  const float *from;
  float *to;
};

__device__ void clusterArrive() { asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); }
__device__ void clusterWait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }

struct Pipe {
  uint64_t full[2], empty[2];
};

__device__ void begin(Pipe &pipe, int users) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      mbarInit(&pipe.full[i], 1);
      mbarInit(&pipe.empty[i], users);
    }
    mbarFence();
  }
  clusterArrive();
  clusterWait();
}

#define PERSISTENT(Name, Wait)                                                                     \
  __global__ __launch_bounds__(64) void Name(const __grid_constant__ Arguments args) {             \
    __shared__ Pipe pipe;                                                                          \
    __shared__ alignas(128) float tiles[2][256];                                                   \
    begin(pipe, 32);                                                                               \
    Scheduler scheduler{args.schedule};                                                            \
    Work work = scheduler.work();                                                                  \
    int s = 0, phase = 0;                                                                          \
    float sum = 0;                                                                                 \
    while (work.valid) {                                                                           \
      if (threadIdx.x == 32) {                                                                     \
        Wait;                                                                                      \
        mbarExpect(&pipe.full[s], 1024);                                                           \
        bulkLoad(tiles[s], args.from + work.tile * 256, 1024, &pipe.full[s]);                      \
      } else if (threadIdx.x < 32) {                                                               \
        mbarWait(&pipe.full[s], phase);                                                            \
        sum += tiles[s][threadIdx.x];                                                              \
        mbarArrive(&pipe.empty[s]);                                                                \
      }                                                                                            \
      if (++s == 2) {                                                                              \
        s = 0;                                                                                     \
        phase ^= 1;                                                                                \
      }                                                                                            \
      scheduler.advance();                                                                         \
      work = scheduler.work();                                                                     \
    }                                                                                              \
    args.to[threadIdx.x] = sum;                                                                    \
  }

PERSISTENT(waits, mbarWait(&pipe.empty[s], phase ^ 1))
PERSISTENT(fillsAtOnce, ) // warn async-copy-wait: although nothing tells that it was used before
PERSISTENT(waitsForOnePhase, mbarWait(&pipe.empty[s], 1)) // warn barrier-token: waits for a phase of 'full' that never ends

// --- Matrices ---------------------------------------------------------------

union Descriptor {
  __device__ constexpr Descriptor() noexcept : all(0) {}
  __device__ constexpr Descriptor(const Descriptor &d) noexcept : all(d.all) {}
  uint64_t all;
  uint32_t half[2];
  struct {
    uint16_t start : 14, : 2;
    uint16_t leading : 14, : 2;
    uint16_t stride : 14, : 2;
    uint8_t : 1, base : 3, : 4;
    uint8_t : 6, swizzle : 2;
  } bits;
  __device__ constexpr operator uint64_t() const noexcept { return all; }
};

struct Descriptors {
  Descriptor first;
  __device__ Descriptors operator+(int by) const {
    Descriptor d;
    d.half[0] = first.half[0] + uint32_t(by);
    d.half[1] = first.half[1];
    return {d};
  }
  __device__ Descriptor operator*() const { return first; }
};

__device__ Descriptors describeTiles(const void *tiles) {
  Descriptor d;
  d.bits.swizzle = 1;
  d.bits.start = uint16_t(toShared(tiles) >> 4);
  d.bits.leading = 1;
  d.bits.stride = 64;
  return {d};
}

template <class T, int N> struct Elements {
  T elements[N];
};

template <class T, int N> struct alignas(128) Aligned : Elements<T, N> {
  __device__ void *tile(int i, int bytes) { return (char *)this->elements + i * bytes; }
};

struct Storage {
  int unused[32];
  Aligned<char, 8192> a, b;
  Pipe pipe;
};

template <class F, class... A> __device__ void exploded(F &&f, A &&...a) { f(a...); }

#define PRODUCTS(Name, Left, Parity)                                                               \
  __global__ __launch_bounds__(128) void Name(const char *in, float *out, int n) {                 \
    extern __shared__ char shared[];                                                               \
    Storage &storage = *reinterpret_cast<Storage *>(shared);                                       \
    begin(storage.pipe, 128);                                                                      \
    Descriptors a = describeTiles(storage.a.elements), b = describeTiles(storage.b.elements);      \
    float d[4] = {};                                                                               \
    for (int k = 0; k < n + 1; ++k) {                                                              \
      int s = k % 2, before = (k + 1) % 2;                                                         \
      if (k < n && threadIdx.x == 0) {                                                             \
        mbarWait(&storage.pipe.empty[s], ((k / 2) & 1) ^ 1);                                       \
        mbarExpect(&storage.pipe.full[s], 8192);                                                   \
        bulkLoad(storage.a.tile(s, 4096), in + k * 4096, 4096, &storage.pipe.full[s]);             \
        bulkLoad(storage.b.tile(s, 4096), in + k * 4096, 4096, &storage.pipe.full[s]);             \
      }                                                                                            \
      if (k == 0)                                                                                  \
        continue;                                                                                  \
      mbarWait(&storage.pipe.full[before], Parity);                                                \
      fenceRegisters();                                                                            \
      exploded(multiply, d, uint64_t(*(a + before * 256)), uint64_t(*(b + before * 256)));         \
      commitProducts();                                                                            \
      waitProducts<Left>();                                                                        \
      mbarArrive(&storage.pipe.empty[before]);                                                     \
    }                                                                                              \
    out[threadIdx.x] = d[0];                                                                       \
  }

PRODUCTS(right, 0, ((k - 1) / 2) & 1)
// warn@+1 async-copy-wait: registers are used that 'wgmma.mma_async' accumulates into, which may still run
PRODUCTS(oneLeft, 1, ((k - 1) / 2) & 1) // warn async-copy-wait: is read by 'wgmma.mma_async' in 'exploded' while a copy may already be filling it anew
PRODUCTS(sameParity, 0, 0) // warn async-copy-wait: is read by 'wgmma.mma_async' in 'exploded' while a copy may already be filling it anew
