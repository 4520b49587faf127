// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset
//
// Waiting on plain reads, and waiting rightly.

#include <cuda/atomic>

struct Channel {
  int full;
  int turns[4];
  volatile int empty;
};

__device__ int stop;
__device__ int stops[8];

__global__ void notThere(int *p, int *out) {
  while (!*p) // warn stale-read: waits on a plain read of 'p'
    ;
  *out = 1;
}

__global__ void doUntil(unsigned *p, int *out) {
  unsigned seen;
  do {
    seen = *p; // warn stale-read: waits on a plain read of 'p'
  } while (seen != gridDim.x);
  *out = 1;
}

__global__ void forNothing(int *p, int *out) {
  for (; p[blockIdx.x] < 3;) // warn stale-read: waits on a plain read of 'p'
    ;
  *out = 1;
}

__global__ void member(Channel *channel, int *out) {
  while (channel->turns[threadIdx.x % 4] != 2) { // warn stale-read: waits on a plain read of 'turns'
  }
  *out = 1;
}

__global__ void reference(Channel *channel, int *out) {
  int &full = channel->full;
  while (full == 0) { // warn stale-read: waits on a plain read of 'full'
  }
  *out = 1;
}

__device__ void waitUntil(const int &flag, int value) {
  while (flag != value) { // warn stale-read: waits on a plain read of 'flags'
  }
}
__global__ void referenceOfAHelper(int *flags, int *out) {
  waitUntil(flags[blockIdx.x], 4);
  *out = 1;
}

__global__ void variables(int *out) {
  while (stops[blockIdx.x % 8] == 0 || stop == 0) { // warn stale-read: waits on a plain read of 'stops'
    // warn@-1 stale-read: waits on a plain read of 'stop'
  }
  *out = 1;
}

__global__ void foreverWithABreak(int *p, int *out) {
  while (true) {
    int seen = *p; // warn stale-read: waits on a plain read of 'p'
    if (seen == 5)
      break;
  }
  *out = 1;
}

__global__ void countsItsRounds(int *p, int *out) {
  int rounds = 0;
  while (*p == 0) // warn stale-read: waits on a plain read of 'p'
    ++rounds;
  *out = rounds;
}

__global__ void lambdaAsks(int *p, int *out) {
  auto there = [=] { return *p != 0; }; // warn stale-read: waits on a plain read of 'p'
  while (!there()) {
  }
  *out = 1;
}

__global__ void oneThreadForTheBlock(int *p, int *out) {
  if (threadIdx.x == 0)
    while (*p != 1) { // warn stale-read: waits on a plain read of 'p'
    }
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void cachedInL1(const int *p, int *out) {
  while (__ldca(p) == 0) {
  }
  *out = 1;
}

__global__ void readOnly(const int *p, int *out) {
  while (__ldg(p) == 0) { // warn stale-read: waits
  }
  *out = 1;
}

__global__ void waitsRightly(int *p, Channel *channel, unsigned long long *wide, int *out) {
  int *const volatile *indirect = nullptr;
  (void)indirect;
  while (atomicOr(p, 0) == 0) {
  }
  while (__ldcv(p) == 0) {
  }
  while (channel->empty) {
  }
  while (*const_cast<volatile int *>(&channel->full) == 0) {
  }
  while (cuda::atomic_ref<int>(*p).load() == 0) {
  }
  while (atomicMax(wide, 0ull) == 0) {
  }
  int value;
  do
    asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  while (value == 0);
  volatile int &alias = *p;
  while (alias == 0) {
  }
  *out = 1;
}

__global__ void waitsBesideAnAtomic(int *p, int *arrived, int *out) {
  while (*p == 0)
    atomicAdd(arrived, 1);
  *out = 1;
}

__global__ void ownTurn(int *data, int n) {
  int i = threadIdx.x;
  while (data[i] < n)
    data[i] = data[i] * 2 + 1;
}

__global__ void listWalk(const int *next, int *out) {
  int at = threadIdx.x;
  while (next[at] >= 0)
    at = next[at];
  out[threadIdx.x] = at;
}

__global__ void binarySearch(const int *sorted, int n, int *out) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < int(threadIdx.x))
      low = middle + 1;
    else
      high = middle;
  }
  out[threadIdx.x] = low;
}
