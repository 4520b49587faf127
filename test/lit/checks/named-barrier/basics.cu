// RUN: %verify %s --checks=-*,warplint-named-barrier
//
// Hardware barriers with a number and a count: as many threads come as are
// counted, whole warps, one use after the other.

__device__ inline void sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ inline void arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

// --- Who comes and what is counted --------------------------------------------

__global__ void oneWarpTooFew(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    sync(1, 96); // warn named-barrier: barrier 1 waits for 96 threads, and 64 come
  out[threadIdx.x] = warp;
}
void launch1(int *out) { oneWarpTooFew<<<1, 128>>>(out); }

__global__ void noWholeWarps(int *out) {
  if (threadIdx.x < 48)
    asm volatile("barrier.sync 1, 48;" ::: "memory"); // warn named-barrier: the barrier counts 48 threads, which is no multiple of the 32 of a warp
  out[threadIdx.x] = 1;
}

__global__ void noSuchBarrier(int *out) {
  sync(16, 64); // warn named-barrier: there is no barrier 16
  out[threadIdx.x] = 1;
}

__global__ void lanesOfOneWarp(int *out) {
  if (threadIdx.x % 2)
    sync(1, 128); // warn named-barrier: only some lanes of a warp come to a barrier that all of them must execute together
  out[threadIdx.x] = 1;
}

__global__ void twoGroupsOneNumber(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2) {
    out[threadIdx.x] = 1;
    sync(2, 64);
  } else {
    out[threadIdx.x] = 2;
    sync(2, 64); // warn named-barrier: warps may come to barrier 2 before its last use is over
    // note@-4: warp 0 comes here
  }
}
void launch2(int *out) { twoGroupsOneNumber<<<1, 128>>>(out); }

__global__ void countsDiffer(int *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0)
    arrive(3, 64);
  else
    sync(3, 128); // warn named-barrier: barrier 3 is used with 128 threads here and with 64 elsewhere
  // note@-3: warp 0 comes here
  out[threadIdx.x] = warp;
}
void launch3(int *out) { countsDiffer<<<1, 128>>>(out); }

__global__ void zeroIsTheBlocks(int *out) {
  if (threadIdx.x < 64)
    sync(0, 64);
  __syncthreads(); // warn named-barrier: {{barrier 0 is used with .* threads here and with .* elsewhere|warps may come to barrier 0}}
  out[threadIdx.x] = 1;
}
void launch4(int *out) { zeroIsTheBlocks<<<1, 128>>>(out); }

// --- Producers and consumers --------------------------------------------------

__global__ void producerNeverListens(int *out, int rounds) {
  __shared__ int slot[32];
  int warp = threadIdx.x / 32;
  for (int i = 0; i < rounds; ++i) {
    if (warp == 0) {
      slot[threadIdx.x] = i;
      arrive(1, 64); // warn named-barrier: warps may come to barrier 1 before its last use is over
    } else {
      sync(1, 64);
      out[i] = slot[threadIdx.x % 32];
    }
  }
}
void launch5(int *out) { producerNeverListens<<<1, 64>>>(out, 10); }

__global__ void consumerTakesOneMore(int *out, int rounds) {
  __shared__ int slot[32];
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < rounds; ++i) {
      sync(2, 64);
      slot[threadIdx.x] = i;
      arrive(1, 64);
    }
  } else {
    for (int i = 0; i <= rounds; ++i) {
      arrive(2, 64);
      sync(1, 64); // warn named-barrier: barrier 1 waits for 64 threads, and 32 come
      out[i] = slot[threadIdx.x % 32];
    }
  }
}
void launch6(int *out, int rounds) { consumerTakesOneMore<<<1, 64>>>(out, rounds); }

namespace arch {
struct NamedBarrier {
  unsigned threads, id;
  static __device__ void sync(unsigned threads, unsigned id) {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads));
  }
  static __device__ void arrive(unsigned threads, unsigned id) {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads));
  }
  __device__ void arrive_and_wait() const { sync(threads, id); }
};
} // namespace arch

enum Role : int { Load = 0, MathA = 1, MathB = 2 };

template <int Groups> __global__ void __launch_bounds__(128 * (Groups + 1)) inGroupsOfWarps(int *out) {
  int group = __shfl_sync(0xffffffff, threadIdx.x / 128, 0);
  if (group == Load)
    arch::NamedBarrier::arrive(128 * Groups, 4); // counted without its own warps
  else
    arch::NamedBarrier::sync(128 * Groups, 4); // warn named-barrier: {{barrier 4}}
  out[threadIdx.x] = group;
}
template __global__ void inGroupsOfWarps<2>(int *);

__global__ void __launch_bounds__(96) memberForm(int *out) {
  arch::NamedBarrier all{64, 5};
  all.arrive_and_wait(); // warn named-barrier: barrier 5
  out[threadIdx.x] = 1;
}

__global__ void leftInTheLoop(int *out, int n) {
  int warp = threadIdx.x / 32;
  for (int i = 0; i < n; ++i) {
    if (warp == 0 && i == 3)
      break;
    sync(6, 64); // warn named-barrier: barrier 6 waits for 64 threads, and 32 come
    out[i] = warp;
  }
}
void launch7(int *out, int n) { leftInTheLoop<<<1, 64>>>(out, n); }

#define SYNC_GROUP(G) asm volatile("bar.sync %0, 64;" ::"r"((G) + 1) : "memory")
__global__ void numbersThatMeet(int *out) {
  int group = threadIdx.x / 64;
  SYNC_GROUP(group / 2);  // warn named-barrier: warps may come to barrier 1 before
  out[threadIdx.x] = group;
}
void launch8(int *out) { numbersThatMeet<<<1, 256>>>(out); }

// --- Silent -------------------------------------------------------------------

__global__ void eachGroupItsNumber(int *out) {
  int group = threadIdx.x / 64;
  SYNC_GROUP(group);
  out[threadIdx.x] = group;
  SYNC_GROUP(group);
}
void launch9(int *out) { eachGroupItsNumber<<<1, 256>>>(out); }

__global__ void handOver(int *out, int rounds) {
  __shared__ int slot[32];
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < rounds; ++i) {
      sync(2, 64);
      slot[threadIdx.x] = i;
      arrive(1, 64);
    }
  } else {
    for (int i = 0; i < rounds; ++i) {
      arrive(2, 64);
      sync(1, 64);
      out[i] = slot[threadIdx.x % 32];
    }
  }
}
void launch10(int *out, int rounds) { handOver<<<1, 64>>>(out, rounds); }

// Two groups take turns; the last turn is given to nobody.
template <int Threads> __global__ void __launch_bounds__(Threads) takeTurns(int *out, int n) {
  int group = __shfl_sync(0xffffffff, threadIdx.x / 128, 0);
  if (group == 0)
    arch::NamedBarrier::arrive(256, 2);
  for (int i = 0; i < n; ++i) {
    if (group == 0) {
      arch::NamedBarrier::sync(256, 1);
      out[threadIdx.x] = i;
      arch::NamedBarrier::arrive(256, 2);
    } else {
      arch::NamedBarrier::sync(256, 2);
      out[threadIdx.x] = i;
      arch::NamedBarrier::arrive(256, 1);
    }
  }
}

__global__ void zeroInPlaceOfTheBlocks(int *out) {
  sync(0, 128);
  out[threadIdx.x] = 1;
  __syncthreads();
}
void launch11(int *out) { zeroInPlaceOfTheBlocks<<<1, 128>>>(out); }

// The number comes from memory: nobody knows.
__global__ void unknownNumber(const int *ids, int *out) {
  sync(ids[threadIdx.x / 32], 64);
  out[threadIdx.x] = 1;
}
void launch12(const int *ids, int *out) { unknownNumber<<<1, 128>>>(ids, out); }

// The data decide, for all threads alike.
__global__ void whileThereIsWork(const int *work, int *out) {
  int warp = threadIdx.x / 32;
  while (work[blockIdx.x] > 0) {
    if (warp < 2)
      sync(1, 64);
    else
      sync(2, 64);
    out[threadIdx.x] = warp;
  }
}
void launch13(const int *work, int *out) { whileThereIsWork<<<1, 128>>>(work, out); }

__global__ void blockOfUnknownSize(int *out) {
  if (threadIdx.x < 64)
    sync(1, 64); // silent: whole-rows
  out[threadIdx.x] = 1;
}

__device__ void wrapperNobodyCalls(int id, int n) { sync(id, n); }

__global__ void oneAfterTheOther(int *out) {
  int warp = threadIdx.x / 32;
  if (warp < 2)
    sync(1, 64);
  __syncthreads();
  if (warp >= 2)
    sync(1, 64);
  out[threadIdx.x] = warp;
}
void launch14(int *out) { oneAfterTheOther<<<1, 128>>>(out); }

__global__ void dataInLanes(const int *in, int *out) {
  int sum = 0;
  for (int i = threadIdx.x; i < in[0]; i += 64)
    if (in[i] > 0)
      sum += in[i];
  if (threadIdx.x < 64)
    sync(1, 64);
  out[threadIdx.x] = sum;
}
void launch15(const int *in, int *out) { dataInLanes<<<1, 128>>>(in, out); }
