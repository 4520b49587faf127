// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-cluster-exit --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Clusters of two by two blocks, as for the product of two matrices: what a block
// copies of the one goes to its column, of the other to its row, by classes that
// know the shape. Each stage is released to all blocks that fill it.

#include "../Inputs/mbarrier.cuh"

struct Position {
  unsigned x, y;
};

__device__ inline Position blockInCluster() {
  unsigned x, y;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(x));
  asm volatile("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(y));
  return {x, y};
}

__device__ inline void arriveCluster() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ inline void waitCluster() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ inline void meetConsumers() { asm volatile("bar.sync 1, 128;" ::: "memory"); }

struct PeerBarrier {
  uint64_t value;
  __device__ void init(unsigned arrivals) { mbarInit(&value, arrivals); }
  __device__ void wait(unsigned parity) { mbarWait(&value, parity); }
  __device__ void expect(unsigned bytes) { mbarExpect(&value, bytes); }
  __device__ void arriveAt(unsigned rank, unsigned signals) {
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 ".reg .b32 remote;\n"
                 "setp.eq.u32 p, %2, 1;\n"
                 "@p mapa.shared::cluster.u32 remote, %0, %1;\n"
                 "@p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n"
                 "}" ::"r"(toShared(&value)),
                 "r"(rank), "r"(signals)
                 : "memory");
  }
};

template <int Stages> struct StageOf {
  int index = 0;
  unsigned phase;
  __device__ explicit StageOf(unsigned first) : phase(first) {}
  __device__ void operator++() {
    if (++index == Stages) {
      index = 0;
      phase ^= 1;
    }
  }
};

enum class Release { RowAndColumn, RowOnly };

template <int X, int Y, int Stages, int Arrivals, Release To> class ClusterRing {
public:
  struct Storage {
    PeerBarrier full[Stages], empty[Stages];
  };
  __device__ ClusterRing(Storage &s, unsigned bytes) : storage(s), bytes(bytes), at(blockInCluster()) {
    if (threadIdx.x == 0) {
      for (int i = 0; i < Stages; ++i) {
        storage.full[i].init(1);
        storage.empty[i].init(Arrivals);
      }
      mbarFence();
    }
    Position to = {threadIdx.x % X, threadIdx.x / X % Y};
    rank = to.x + to.y * X;
    signals = threadIdx.x < X * Y && (to.y == at.y || (To == Release::RowAndColumn && to.x == at.x));
  }
  __device__ PeerBarrier &acquire(const StageOf<Stages> &stage) {
    storage.empty[stage.index].wait(stage.phase);
    storage.full[stage.index].expect(bytes);
    return storage.full[stage.index];
  }
  __device__ void wait(const StageOf<Stages> &stage) { storage.full[stage.index].wait(stage.phase); }
  __device__ void release(const StageOf<Stages> &stage) { storage.empty[stage.index].arriveAt(rank, signals); }
  __device__ uint16_t column() const {
    uint16_t mask = 0;
    for (int y = 0; y < Y; ++y)
      mask |= uint16_t(1) << (at.x + y * X);
    return mask;
  }
  __device__ uint16_t row() const {
    uint16_t mask = 0;
    for (int x = 0; x < X; ++x)
      mask |= uint16_t(1) << (x + at.y * X);
    return mask;
  }
  __device__ Position position() const { return at; }
  /// Until all that has been filled is released.
  __device__ void finish(StageOf<Stages> stage) {
    for (int i = 0; i < Stages; ++i) {
      storage.empty[stage.index].wait(stage.phase);
      ++stage;
    }
  }

private:
  Storage &storage;
  unsigned bytes;
  Position at;
  unsigned rank, signals;
};

__device__ inline void copyTo(void *to, const void *from, unsigned bytes, PeerBarrier &bar, uint16_t blocks) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
               " [%0], [%1], %2, [%3], %4;" ::"r"(toShared(to)),
               "l"(from), "r"(bytes), "r"(toShared(&bar.value)), "h"(blocks)
               : "memory");
}

template <class Ring> struct Shared {
  float a[3][128], b[3][128];
  typename Ring::Storage ring;
};

constexpr int X = 2, Y = 2, Depth = 3;

template <class Ring>
__device__ void multiplyInTurn(const float *a, const float *b, float *c, int steps) {
  __shared__ Shared<Ring> shared;
  Ring ring(shared.ring, sizeof shared.a[0] + sizeof shared.b[0]);
  Position at = ring.position();
  arriveCluster();
  waitCluster();
  if (threadIdx.x / 32 == 4) {
    if (threadIdx.x % 32 == 0) {
      StageOf<Depth> stage(1);
      for (int k = 0; k < steps; ++k, ++stage) {
        PeerBarrier &full = ring.acquire(stage);
        copyTo(&shared.a[stage.index][at.y * 64], a + k * 128 + at.y * 64, 256, full, ring.column());
        copyTo(&shared.b[stage.index][at.x * 64], b + k * 128 + at.x * 64, 256, full, ring.row());
      }
      ring.finish(stage);
    }
  } else {
    float sum = 0;
    StageOf<Depth> stage(0);
    for (int k = 0; k < steps; ++k, ++stage) {
      ring.wait(stage);
      sum += shared.a[stage.index][threadIdx.x] * shared.b[stage.index][127 - threadIdx.x];
      meetConsumers();
      ring.release(stage);
    }
    c[blockIdx.y * 256 + blockIdx.x * 128 + threadIdx.x] = sum;
  }
}

using Right = ClusterRing<X, Y, Depth, X + Y - 1, Release::RowAndColumn>;
__global__ void __cluster_dims__(X, Y, 1) __launch_bounds__(160)
    inRowsAndColumns(const float *a, const float *b, float *c, int steps) {
  multiplyInTurn<Right>(a, b, c, steps);
}

template <class Ring, bool Finishes = true>
__device__ void multiply(const float *a, const float *b, float *c, int steps) {
  __shared__ Shared<Ring> shared;
  Ring ring(shared.ring, sizeof shared.a[0] + sizeof shared.b[0]);
  Position at = ring.position();
  arriveCluster();
  waitCluster();
  if (threadIdx.x / 32 == 4) {
    if (threadIdx.x % 32 == 0) {
      StageOf<Depth> stage(1);
      for (int k = 0; k < steps; ++k, ++stage) {
        PeerBarrier &full = ring.acquire(stage);
        copyTo(&shared.a[stage.index][at.y * 64], a + k * 128 + at.y * 64, 256, full, ring.column()); // warn async-copy-wait: 'a' is filled in 'copyTo' although nothing tells that it was used before
        copyTo(&shared.b[stage.index][at.x * 64], b + k * 128 + at.x * 64, 256, full, ring.row());
      }
      if (Finishes)
        ring.finish(stage);
    }
  } else {
    float sum = 0;
    StageOf<Depth> stage(0);
    for (int k = 0; k < steps; ++k, ++stage) {
      ring.wait(stage); // warn barrier-token: waits for a phase of 'full' that never ends
      sum += shared.a[stage.index][threadIdx.x] * shared.b[stage.index][127 - threadIdx.x];
      meetConsumers();
      ring.release(stage); // warn cluster-exit: 'mbarrier.arrive' in 'release' comes to the shared memory of another block, which may have left the kernel
    }
    c[blockIdx.y * 256 + blockIdx.x * 128 + threadIdx.x] = sum;
  }
}

__global__ void __cluster_dims__(X, Y, 1) __launch_bounds__(160)
    releasedInTheRowOnly(const float *a, const float *b, float *c, int steps) {
  multiply<ClusterRing<X, Y, Depth, X, Release::RowOnly>, true>(a, b, c, steps);
}

__global__ void __cluster_dims__(X, Y, 1) __launch_bounds__(160)
    oneArrivalTooMany(const float *a, const float *b, float *c, int steps) {
  multiply<ClusterRing<X, Y, Depth, X + Y, Release::RowAndColumn>, true>(a, b, c, steps);
}

__global__ void __cluster_dims__(X, Y, 1) __launch_bounds__(160)
    leavesEarly(const float *a, const float *b, float *c, int steps) {
  multiply<Right, false>(a, b, c, steps);
}
