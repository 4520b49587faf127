// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -std=c++17 --cuda-gpu-arch=sm_90a
//
// What bulk copies read: who has fenced, who has waited, and who knows.

#include "../Inputs/mbarrier.cuh"

struct alignas(64) Map {
  char opaque[128];
};

// --- The fence belongs between the write and the barrier ---------------------

__global__ __launch_bounds__(128) void fencesLate(const __grid_constant__ Map map, const float *in) {
  __shared__ alignas(128) float tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += 128)
    tile[i / 32][i % 32] = in[i] * 2; // warn async-copy-wait: 'tile' is written by many threads and then read by a bulk copy: the proxy fence comes only behind the barrier
    // note@+5: 'cp.async.bulk.tensor.bulk_group' is here
    // note@-2: let the threads that write execute the proxy fence before the barrier
  __syncthreads();
  proxyFence();
  if (threadIdx.x == 0) {
    tensorStore(&map, tile, 0, 0);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

// The one who copies fences alone, behind the barrier.
__global__ __launch_bounds__(128) void copierFences(float *out, const float *in) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (t == 0) {
    proxyFence();
    bulkStore(out, tile, 512);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ __launch_bounds__(128) void fencesInTime(const __grid_constant__ Map map, const float *in) {
  __shared__ alignas(128) float tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += 128)
    tile[i / 32][i % 32] = in[i] * 2;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    tensorStore(&map, tile, 0, 0);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

__global__ __launch_bounds__(128) void fencesBetweenTwo(float *out, const float *in) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  proxyFence();
  __syncthreads();
  if (t == 0) {
    bulkStore(out, tile, 512);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

// One thread's own writes need no barrier, and no order of the two.
__global__ void fencesForItself(float *out, const float *in) {
  __shared__ alignas(128) float tile[4];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 4; ++i)
      tile[i] = in[i];
    proxyFence();
    bulkStore(out, tile, 16);
    bulkCommit();
    bulkWaitRead<0>();
  }
}

// --- Who waits has issued nothing --------------------------------------------

__global__ __launch_bounds__(128) void everyoneWaits(const __grid_constant__ Map map, const float *in) {
  __shared__ alignas(128) float tile[2][32][32];
  int t = threadIdx.x;
  for (int s = 0; s < 8; ++s) {
    bulkWaitRead<1>();
    for (int i = t; i < 1024; i += 128)
      tile[s % 2][i / 32][i % 32] = in[s * 1024 + i]; // warn async-copy-wait: 'tile' is written while another thread's bulk copy may still be reading it: a wait is for the waiting thread's own copies only
      // note@+6: 'cp.async.bulk.tensor.bulk_group' is here
      // note@-4: the wait is here
      // note@-3: synchronize the block behind the wait of the thread that copies
    proxyFence();
    __syncthreads();
    if (t == 0) {
      tensorStore(&map, tile[s % 2], 0, s * 32);
      bulkCommit();
    }
  }
}

__global__ __launch_bounds__(128) void copierWaitsAlone(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    if (t == 0)
      bulkWaitRead<1>();
    tile[s & 1][t] = in[s * 128 + t]; // warn async-copy-wait: 'tile' is written while another thread's bulk copy may still be reading it
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile[s & 1], 512);
      bulkCommit();
    }
  }
}

__global__ __launch_bounds__(128) void copierWaitsForAll(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    if (t == 0)
      bulkWaitRead<1>();
    __syncthreads();
    tile[s & 1][t] = in[s * 128 + t];
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile[s & 1], 512);
      bulkCommit();
    }
  }
}

__global__ __launch_bounds__(128) void waitsBehindTheCopy(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    tile[s & 1][t] = in[s * 128 + t];
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile[s & 1], 512);
      bulkCommit();
      bulkWaitRead<1>();
    }
    __syncthreads();
  }
}

template <int Pending>
__global__ __launch_bounds__(128) void leavesTooMany(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    for (int i = t; i < 128; i += 128)
      tile[s & 1][i] = in[s * 128 + i]; // warn async-copy-wait: 'tile' is written while a bulk copy may still be reading it: the wait leaves its group pending
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile[s & 1], 512);
      bulkCommit();
      bulkWaitRead<Pending>();
    }
    __syncthreads();
  }
}
template __global__ void leavesTooMany<2>(float *, const float *, int);

// The barrier of the next round comes behind the wait: the stage is written two
// rounds later.
__global__ __launch_bounds__(128) void waitsBehindTheCopyOneBarrier(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[2][128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    tile[s & 1][t] = in[s * 128 + t];
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile[s & 1], 512);
      bulkCommit();
      bulkWaitRead<0>();
    }
  }
}

__global__ __launch_bounds__(128) void oneStage(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    tile[t] = in[s * 128 + t]; // warn async-copy-wait: 'tile' is written while another thread's bulk copy may still be reading it
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile, 512);
      bulkCommit();
      bulkWaitRead<0>();
    }
  }
}

__global__ __launch_bounds__(128) void oneStageMended(float *out, const float *in, int n) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    tile[t] = in[s * 128 + t];
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + s * 128, tile, 512);
      bulkCommit();
      bulkWaitRead<0>();
    }
    __syncthreads();
  }
}

// --- A stage that is still being sent away is filled -------------------------

template <int Stages, int Pending>
__global__ __launch_bounds__(32) void passesOn(const char *in, char *out, int n) {
  constexpr int Bytes = 4096;
  __shared__ alignas(128) char buf[Stages][Bytes];
  __shared__ uint64_t bar[Stages];
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < Stages; ++i)
    mbarInit(&bar[i], 1);
  mbarFence();
  for (int i = 0; i < Stages && i < n; ++i) {
    mbarExpect(&bar[i], Bytes);
    bulkLoad(buf[i], in + i * Bytes, Bytes, &bar[i]);
  }
  for (int i = 0; i < n; ++i) {
    int s = i % Stages;
    while (!mbarTryWait(&bar[s], (i / Stages) & 1))
      ;
    bulkStore(out + i * Bytes, buf[s], Bytes);
    bulkCommit();
    if (i + Stages < n) {
      bulkWait<Pending>();
      mbarExpect(&bar[s], Bytes);
      bulkLoad(buf[s], in + (i + Stages) * Bytes, Bytes, &bar[s]); // warn async-copy-wait: 'buf' is written in 'bulkLoad' while a bulk copy may still be reading it: the wait leaves its group pending
      // note@-6: 'cp.async.bulk.bulk_group' is here
      // note@-4: the wait is here
      // note@-3: leave fewer groups pending, so that the copy has read what is overwritten next
    }
  }
  bulkWait<0>();
}
template __global__ void passesOn<2, 1>(const char *, char *, int);

template <int Stages, int Pending>
__global__ __launch_bounds__(32) void passesOnMended(const char *in, char *out, int n) {
  constexpr int Bytes = 4096;
  __shared__ alignas(128) char buf[Stages][Bytes];
  __shared__ uint64_t bar[Stages];
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < Stages; ++i)
    mbarInit(&bar[i], 1);
  mbarFence();
  for (int i = 0; i < Stages && i < n; ++i) {
    mbarExpect(&bar[i], Bytes);
    bulkLoad(buf[i], in + i * Bytes, Bytes, &bar[i]);
  }
  for (int i = 0; i < n; ++i) {
    int s = i % Stages;
    while (!mbarTryWait(&bar[s], (i / Stages) & 1))
      ;
    bulkStore(out + i * Bytes, buf[s], Bytes);
    bulkCommit();
    if (i + Stages < n) {
      bulkWait<Pending>();
      mbarExpect(&bar[s], Bytes);
      bulkLoad(buf[s], in + (i + Stages) * Bytes, Bytes, &bar[s]);
    }
  }
  bulkWait<0>();
}
template __global__ void passesOnMended<2, 0>(const char *, char *, int);

// Fills the stage that was sent away a round before.
__global__ __launch_bounds__(32) void fillsTheOtherStage(const char *in, char *out, int n) {
  __shared__ alignas(128) char buf[2][4096];
  __shared__ uint64_t bar[2];
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < 2; ++i)
    mbarInit(&bar[i], 1);
  mbarFence();
  mbarExpect(&bar[0], 4096);
  bulkLoad(buf[0], in, 4096, &bar[0]);
  for (int i = 0; i < n; ++i) {
    while (!mbarTryWait(&bar[i & 1], (i / 2) & 1))
      ;
    bulkStore(out + i * 4096, buf[i & 1], 4096);
    bulkCommit();
    bulkWait<1>();
    mbarExpect(&bar[(i + 1) & 1], 4096);
    bulkLoad(buf[(i + 1) & 1], in + (i + 1) * 4096, 4096, &bar[(i + 1) & 1]);
  }
  bulkWait<0>();
}

// --- Straight code -----------------------------------------------------------

__global__ __launch_bounds__(64) void writesBehindAnothersWait(float *out, const float *in) {
  __shared__ alignas(128) float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  proxyFence();
  __syncthreads();
  if (t == 0) {
    bulkStore(out, tile, 256);
    bulkCommit();
    bulkWaitRead<0>();
  }
  tile[t] = 0; // warn async-copy-wait: 'tile' is written while another thread's bulk copy may still be reading it
  __syncthreads();
  out[64 + t] = tile[63 - t];
}

__global__ __launch_bounds__(64) void writesOwnBehindItsWait(float *out, const float *in) {
  __shared__ alignas(128) float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  proxyFence();
  __syncthreads();
  if (t == 0) {
    bulkStore(out, tile, 256);
    bulkCommit();
    bulkWaitRead<0>();
    tile[5] = 1;
  }
  __syncthreads();
  out[64 + t] = tile[63 - t];
}
