// RUN: %verify %s --prefix=LIKELY --checks=-*,warplint-async-copy-wait,warplint-barrier-token
// RUN: %verify %s --prefix=MODEL --checks=-*,warplint-async-copy-wait,warplint-barrier-token --certainty=model
//
// Stages that threads have read and bulk copies fill anew: in order, and by the
// memory model only with a proxy fence between.

#include "../Inputs/mbarrier.cuh"

struct alignas(64) Map {
  char opaque[128];
};

__device__ __forceinline__ uint32_t elect() {
  uint32_t pred = 0;
  asm volatile("{\n"
               ".reg .pred P;\n"
               "elect.sync _|P, 0xffffffff;\n"
               "selp.b32 %0, 1, 0, P;\n"
               "}"
               : "=r"(pred));
  return pred;
}

// --- Nobody fences ------------------------------------------------------------

// LIKELY-no-findings

template <int S>
__global__ __launch_bounds__(160) void givenBack(const __grid_constant__ Map map, float *out, int n) {
  __shared__ alignas(128) float tile[S][32][32];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], 128);
    }
    mbarFence();
  }
  __syncthreads();
  if (w == 4) {
    if (elect())
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&full[s], 4096);
        tensorLoad(tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1);
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32]; // MODEL-warn async-copy-wait: 'tile' is read and then filled anew by a bulk copy without a proxy fence
  // MODEL-note@-1: thread (0,0,0) is here
  // MODEL-note@-10: starts 'cp.async.bulk.tensor' here, number 2 to fill this stage, through another proxy
  // MODEL-note@-3: execute a proxy fence before they give it back
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void givenBack<4>(const __grid_constant__ Map, float *, int);

// All read, meet, and one thread lets the copy begin.
__global__ __launch_bounds__(128) void meetThenFill(const __grid_constant__ Map map, float *out) {
  constexpr int Stages = 4;
  __shared__ alignas(128) float tile[2][2048];
  __shared__ uint64_t full[Stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int i = 0; i < Stages; ++i)
      mbarInit(&full[i], 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&full[0], 8192);
    tensorLoad(tile[0], &map, &full[0], 0, 0);
  }
  float sum = 0;
  for (int stage = 0; stage < Stages; ++stage) {
    int next = stage + 1;
    if (next < Stages) {
      __syncthreads();
      if (t == 0) {
        mbarExpect(&full[next], 8192);
        tensorLoad(tile[next % 2], &map, &full[next], 0, next);
      }
    }
    mbarWait(&full[stage], 0);
    for (int j = 0; j < 16; ++j)
      sum += tile[stage % 2][j * 128 + t]; // MODEL-warn async-copy-wait: 'tile' is read and then filled anew by a bulk copy without a proxy fence
  }
  out[t] = sum;
}

// A warp for itself.
__global__ __launch_bounds__(64) void aWarpForItself(const float *in, float *out, int n) {
  __shared__ alignas(128) float tile[2][2][256];
  __shared__ uint64_t full[2][2];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 2)
    mbarInit(&full[w][lane], 1);
  mbarFence();
  __syncthreads();
  float sum = 0;
  uint32_t phase[2] = {0, 0};
  for (int i = 0; i < n; ++i) {
    int s = i & 1;
    if (lane == 0) {
      mbarExpect(&full[w][s], 1024);
      bulkLoad(tile[w][s], in + i * 256, 1024, &full[w][s]);
    }
    __syncwarp();
    mbarWait(&full[w][s], (i >> 1) & 1);
    for (int j = 0; j < 8; ++j)
      sum += tile[w][s][j * 32 + lane]; // MODEL-warn async-copy-wait: 'tile' is read and then filled anew by a bulk copy without a proxy fence
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

// --- Fenced -------------------------------------------------------------------

// By those who read, before they give the stage back.
template <int S>
__global__ __launch_bounds__(160) void readersFence(const __grid_constant__ Map map, float *out, int n) {
  __shared__ alignas(128) float tile[S][32][32];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], 128);
    }
    mbarFence();
  }
  __syncthreads();
  if (w == 4) {
    if (elect())
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&full[s], 4096);
        tensorLoad(tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1);
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      proxyFence();
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void readersFence<4>(const __grid_constant__ Map, float *, int);

// By the thread that copies, behind its wait.
template <int S>
__global__ __launch_bounds__(160) void copierFences(const __grid_constant__ Map map, float *out, int n) {
  __shared__ alignas(128) float tile[S][32][32];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], 128);
    }
    mbarFence();
  }
  __syncthreads();
  if (w == 4) {
    if (elect())
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&empty[s], ((i / S) & 1) ^ 1);
        proxyFence();
        mbarExpect(&full[s], 4096);
        tensorLoad(tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1);
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void copierFences<4>(const __grid_constant__ Map, float *, int);

// The first stage is filled under a constant index: it is as large as the others.
__global__ __launch_bounds__(128) void fenceThenMeet(const __grid_constant__ Map map, float *out) {
  constexpr int Stages = 4;
  __shared__ alignas(128) float tile[2][2048];
  __shared__ uint64_t full[Stages];
  int t = threadIdx.x;
  if (t == 0) {
    for (int i = 0; i < Stages; ++i)
      mbarInit(&full[i], 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&full[0], 8192);
    tensorLoad(tile[0], &map, &full[0], 0, 0);
  }
  float sum = 0;
  for (int stage = 0; stage < Stages; ++stage) {
    int next = stage + 1;
    if (next < Stages) {
      proxyFence();
      __syncthreads();
      if (t == 0) {
        mbarExpect(&full[next], 8192);
        tensorLoad(tile[next % 2], &map, &full[next], 0, next);
      }
    }
    mbarWait(&full[stage], 0);
    for (int j = 0; j < 16; ++j)
      sum += tile[stage % 2][j * 128 + t];
  }
  out[t] = sum;
}
