// RUN: %verify %s
// --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-shared-memory-race --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Threads that hand stages to each other by barrier objects: who fills, who
// waits, who gives back.

#include "../Inputs/mbarrier.cuh"
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

struct alignas(64) Map {
  char opaque[128];
};

__device__ __forceinline__ uint32_t elect() {
  uint32_t pred = 0, lane = 0;
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

template <int S> struct State {
  int index = 0;
  uint32_t phase = 0;
  __device__ State() = default;
  __device__ State(int i, uint32_t p) : index(i), phase(p) {}
  __device__ void operator++() {
    ++index;
    if (index == S) {
      index = 0;
      phase ^= 1;
    }
  }
};

template <int S> struct Storage {
  alignas(128) float a[S][1024];
  alignas(128) float b[S][1024];
  uint64_t full[S], empty[S];
};

#define SETUP(Users)                                                                               \
  if (threadIdx.x == 0) {                                                                          \
    for (int i = 0; i < S; ++i) {                                                                  \
      mbarInit(&sm.full[i], 1);                                                                    \
      mbarInit(&sm.empty[i], Users);                                                               \
    }                                                                                              \
    mbarFence();                                                                                   \
  }                                                                                                \
  __syncthreads();

// --- Wrong ---

template <int S>
__global__ __launch_bounds__(160) void notAwaited(const __grid_constant__ Map map, float *out,
                                                  int n) {
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
        mbarExpect(&full[s], 4096);
        tensorLoad(tile[s], &map, &full[s], 0, i * 32); // warn async-copy-wait: 'tile' is filled in 'tensorLoad' although nothing tells that it was used before
  // note@-1: thread (128,0,0) fills this stage here for the second time, and knows nothing of the time before
  // note@-2: wait until those who use the stage have given it back, before it is filled again
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
template __global__ void notAwaited<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void givenBackEarly(const __grid_constant__ Map map, float *out,
                                                      int n) {
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
      mbarArrive(&empty[s]);
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32]; // warn async-copy-wait: 'tile' is read while a copy may already be filling it anew
  // note@-1: thread (0,0,0) is here
  // note@-11: thread (128,0,0) starts 'cp.async.bulk.tensor' here, number 2 to fill this stage, and nothing tells it that the other is done
  // note@-3: give the stage back behind the last access, and let the thread that copies wait for that
    }
    out[t] = sum;
  }
}
template __global__ void givenBackEarly<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void startsWithTheOtherParity(const __grid_constant__ Map map,
                                                                float *out, int n) {
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
        mbarWait(&empty[s], (i / S) & 1);
        mbarExpect(&full[s], 4096);
        tensorLoad(tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
  // note@-1: thread (0,0,0) waits here when 0 phases have ended
  // note@-10: thread (128,0,0) waits here for 'empty', and does not go on either
  // note@-3: compare the parity with the phases that have ended (a new object lets a wait for parity 1 pass), the expected arrivals with the threads that arrive, and the expected bytes with what is copied
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void startsWithTheOtherParity<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void flipsInEveryRound(const __grid_constant__ Map map,
                                                         float *out, int n) {
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
    uint32_t phase = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], phase); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      mbarArrive(&empty[s]);
      phase ^= 1;
    }
    out[t] = sum;
  }
}
template __global__ void flipsInEveryRound<4>(const __grid_constant__ Map, float *, int);

__global__ __launch_bounds__(128) void expectsHalf(const char *in, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&full, 2048);
    bulkLoad(tile, in, 4096, &full);
  }
  mbarWait(&full, 0); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
  out[t] = tile[t];
}

template <int N>
__global__ __launch_bounds__(160) void oneLaneGivesBack(const __grid_constant__ Map map, float *out,
                                                        int n) {
  constexpr int S = 4;
  __shared__ alignas(128) float tile[S][32][32];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], N);
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
      mbarWait(&full[s], (i / S) & 1); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      __syncwarp();
      if (t % 32 == 0)
        mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void oneLaneGivesBack<128>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(256) void states(const __grid_constant__ Map map, float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w >= 4) {
    if (w == 4 && elect()) {
      State<S> st(0, 1);
      for (int i = 0; i < n; ++i, ++st) {
        mbarWait(&sm.empty[st.index], st.phase);
        mbarExpect(&sm.full[st.index], 8192);
        tensorLoad(sm.a[st.index], &map, &sm.full[st.index], 0, i);
        tensorLoad(sm.b[st.index], &map, &sm.full[st.index], 1, i);
      }
    }
  } else {
    State<S> st;
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      mbarWait(&sm.full[st.index], st.phase); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
      for (int j = t; j < 1024; j += 128)
        sum += sm.a[st.index][j] * sm.b[st.index][1023 - j];
      __syncwarp();
      if (t % 32 == 0)
        mbarArrive(&sm.empty[st.index]);
      ++st;
    }
    out[t] = sum;
  }
}
template __global__ void states<3>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void wraps(const __grid_constant__ Map map, float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  int stage = 0;
  uint32_t phase = 0;
  if (w == 4) {
    if (t == 128)
      for (int k = 0; k < n; k += 64) {
        mbarWait(&sm.empty[stage], phase);
        mbarExpect(&sm.full[stage], 4096);
        bulkLoad(sm.a[stage], out + k * 16, 4096, &sm.full[stage]);
        stage = (stage + 1) % S;
        phase ^= stage == 0;
      }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
      mbarWait(&sm.full[stage], phase); // warn barrier-token: 'mbarrier.try_wait.parity' in 'mbarWait' waits for a phase of 'full' that never ends
      sum += sm.a[stage][t] + sm.a[stage][1023 - t];
      mbarArrive(&sm.empty[stage]);
      stage = (stage + 1) % S;
      phase ^= stage == 0;
    }
    out[t] = sum;
  }
}
template __global__ void wraps<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void lags(const __grid_constant__ Map map, float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (elect())
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        if (i >= S)
          mbarWait(&sm.empty[s], (i / S) & 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i); // warn async-copy-wait: 'a' is filled in 'tensorLoad' although nothing tells that it was used before
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      if (i > 0)
        mbarArrive(&sm.empty[(i - 1) % S]);
    }
    out[t] = sum;
  }
}
template __global__ void lags<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void persistent(const __grid_constant__ Map map, float *out,
                                                  int tiles, int ks) {
  __shared__ Storage<S> sm;
  SETUP(4)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (elect()) {
      int it = 0;
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        for (int k = 0; k < ks; ++k, ++it) {
          int s = it % S;
          uint32_t ph = (it / S) & 1;
          mbarWait(&sm.empty[s], ph ^ 1);
          mbarExpect(&sm.full[s], 4096);
          tensorLoad(sm.a[s], &map, &sm.full[s], k, tile);
        }
    }
  } else {
    int it = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int k = 0; k < ks; ++k, ++it) {
        int s = it % S;
        uint32_t ph = (it / S) & 1;
        mbarWait(&sm.full[s], ph);
        for (int j = 0; j < 32; ++j)
          sum += sm.a[s][j * 32 + t % 32]; // warn async-copy-wait: 'a' is read while a copy may already be filling it anew
        if (t % 32 == 0)
          mbarArrive(&sm.empty[s]);
      }
      out[tile * 128 + t] = sum;
    }
  }
}
template __global__ void persistent<4>(const __grid_constant__ Map, float *, int, int);

template <int S> __global__ __launch_bounds__(64) void namesOfCuda(const int *in, int *out, int n) {
  namespace ptx = cuda::ptx;
  __shared__ alignas(128) int a[S][256];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < S; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 32);
    }
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < n; ++i) {
      while (!ptx::mbarrier_try_wait_parity(&empty[i % S], ((i / S) + 1) % 2))
        ;
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[i % S], 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, a[i % S], in + i * 256, 1024,
                         &full[i % S]);
    }
  } else if (t >= 32) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      while (!ptx::mbarrier_try_wait_parity(&full[i % S], (i / S) % 2))
        ;
      ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[i % S]);
      for (int j = 0; j < 8; ++j)
        sum += a[i % S][j * 32 + t - 32]; // warn async-copy-wait: 'a' is read while a copy may already be filling it anew
    }
    out[t] = sum;
  }
}
template __global__ void namesOfCuda<4>(const int *, int *, int);

template <int S>
__global__ __launch_bounds__(384) void groups(const __grid_constant__ Map map, float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(2)
  int t = threadIdx.x, g = t / 128;
  if (g == 0) {
    if (t == 0)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][(g - 1) * 512 + t % 128]; // warn async-copy-wait: 'a' is read while a copy may already be filling it anew
      if (t % 128 == 0)
        mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void groups<4>(const __grid_constant__ Map, float *, int);

// --- Right ---

template <int S>
__global__ __launch_bounds__(160) void notAwaitedRight(const __grid_constant__ Map map, float *out,
                                                       int n) {
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
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void notAwaitedRight<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void givenBackEarlyRight(const __grid_constant__ Map map,
                                                           float *out, int n) {
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
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void givenBackEarlyRight<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__
__launch_bounds__(160) void startsWithTheOtherParityRight(const __grid_constant__ Map map,
                                                          float *out, int n) {
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
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void startsWithTheOtherParityRight<4>(const __grid_constant__ Map, float *,
                                                          int);

template <int S>
__global__ __launch_bounds__(160) void flipsInEveryRoundRight(const __grid_constant__ Map map,
                                                              float *out, int n) {
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
    uint32_t phase = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], phase);
      for (int j = 0; j < 8; ++j)
        sum += tile[s][j * 4 + w][t % 32];
      mbarArrive(&empty[s]);
      if (s == S - 1)
        phase ^= 1;
    }
    out[t] = sum;
  }
}
template __global__ void flipsInEveryRoundRight<4>(const __grid_constant__ Map, float *, int);

__global__ __launch_bounds__(128) void expectsHalfRight(const char *in, float *out) {
  __shared__ alignas(128) float tile[1024];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&full, 4096);
    bulkLoad(tile, in, 4096, &full);
  }
  mbarWait(&full, 0);
  out[t] = tile[t];
}

template <int N>
__global__ __launch_bounds__(160) void oneLaneGivesBackRight(const __grid_constant__ Map map,
                                                             float *out, int n) {
  constexpr int S = 4;
  __shared__ alignas(128) float tile[S][32][32];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 1);
      mbarInit(&empty[i], N);
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
      __syncwarp();
      if (t % 32 == 0)
        mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void oneLaneGivesBackRight<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(256) void statesRight(const __grid_constant__ Map map, float *out,
                                                   int n) {
  __shared__ Storage<S> sm;
  SETUP(4)
  int t = threadIdx.x, w = t / 32;
  if (w >= 4) {
    if (w == 4 && elect()) {
      State<S> st(0, 1);
      for (int i = 0; i < n; ++i, ++st) {
        mbarWait(&sm.empty[st.index], st.phase);
        mbarExpect(&sm.full[st.index], 8192);
        tensorLoad(sm.a[st.index], &map, &sm.full[st.index], 0, i);
        tensorLoad(sm.b[st.index], &map, &sm.full[st.index], 1, i);
      }
    }
  } else {
    State<S> st;
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      mbarWait(&sm.full[st.index], st.phase);
      for (int j = t; j < 1024; j += 128)
        sum += sm.a[st.index][j] * sm.b[st.index][1023 - j];
      __syncwarp();
      if (t % 32 == 0)
        mbarArrive(&sm.empty[st.index]);
      ++st;
    }
    out[t] = sum;
  }
}
template __global__ void statesRight<3>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void wrapsRight(const __grid_constant__ Map map, float *out,
                                                  int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  int stage = 0;
  uint32_t phase = 0;
  if (w == 4) {
    if (t == 128)
      for (int k = 0; k < n; k += 64) {
        mbarWait(&sm.empty[stage], phase ^ 1);
        mbarExpect(&sm.full[stage], 4096);
        bulkLoad(sm.a[stage], out + k * 16, 4096, &sm.full[stage]);
        stage = (stage + 1) % S;
        phase ^= stage == 0;
      }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k += 64) {
      mbarWait(&sm.full[stage], phase);
      sum += sm.a[stage][t] + sm.a[stage][1023 - t];
      mbarArrive(&sm.empty[stage]);
      stage = (stage + 1) % S;
      phase ^= stage == 0;
    }
    out[t] = sum;
  }
}
template __global__ void wrapsRight<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void lagsRight(const __grid_constant__ Map map, float *out,
                                                 int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (elect())
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        if (i >= S)
          mbarWait(&sm.empty[s], (i / S - 1) & 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      if (i > 0)
        mbarArrive(&sm.empty[(i - 1) % S]);
    }
    out[t] = sum;
  }
}
template __global__ void lagsRight<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(128) void noWarpOfItsOwnRight(const __grid_constant__ Map map,
                                                           float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(1)
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < S && i < n; ++i) {
      mbarExpect(&sm.full[i], 4096);
      tensorLoad(sm.a[i], &map, &sm.full[i], 0, i);
    }
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    int s = i % S;
    mbarWait(&sm.full[s], (i / S) & 1);
    sum += sm.a[s][(t * 7) % 1024];
    __syncthreads();
    if (t == 0 && i + S < n) {
      mbarExpect(&sm.full[s], 4096);
      tensorLoad(sm.a[s], &map, &sm.full[s], 0, i + S);
    }
  }
  out[t] = sum;
}
template __global__ void noWarpOfItsOwnRight<3>(const __grid_constant__ Map, float *, int);

__global__ __launch_bounds__(128) void tokensRight(const float *in, float *out, int n) {
  using B = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(128) float a[2][1024];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ B bar[2];
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar[0], 128);
    init(&bar[1], 128);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    B::arrival_token tok;
    if (t == 0) {
      cuda::device::memcpy_async_tx(a[i % 2], in + i * 1024, cuda::aligned_size_t<16>(4096),
                                    bar[i % 2]);
      tok = cuda::device::barrier_arrive_tx(bar[i % 2], 1, 4096);
    } else
      tok = bar[i % 2].arrive();
    bar[i % 2].wait(std::move(tok));
    sum += a[i % 2][1023 - t];
  }
  out[t] = sum;
}

template <int S>
__global__ __launch_bounds__(160) void persistentRight(const __grid_constant__ Map map, float *out,
                                                       int tiles, int ks) {
  __shared__ Storage<S> sm;
  SETUP(4)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (elect()) {
      int it = 0;
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        for (int k = 0; k < ks; ++k, ++it) {
          int s = it % S;
          uint32_t ph = (it / S) & 1;
          mbarWait(&sm.empty[s], ph ^ 1);
          mbarExpect(&sm.full[s], 4096);
          tensorLoad(sm.a[s], &map, &sm.full[s], k, tile);
        }
    }
  } else {
    int it = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float sum = 0;
      for (int k = 0; k < ks; ++k, ++it) {
        int s = it % S;
        uint32_t ph = (it / S) & 1;
        mbarWait(&sm.full[s], ph);
        for (int j = 0; j < 32; ++j)
          sum += sm.a[s][j * 32 + t % 32];
        __syncwarp();
        if (t % 32 == 0)
          mbarArrive(&sm.empty[s]);
      }
      out[tile * 128 + t] = sum;
    }
  }
}
template __global__ void persistentRight<4>(const __grid_constant__ Map, float *, int, int);

template <int S>
__global__ __launch_bounds__(64) void namesOfCudaRight(const int *in, int *out, int n) {
  namespace ptx = cuda::ptx;
  __shared__ alignas(128) int a[S][256];
  __shared__ uint64_t full[S], empty[S];
  int t = threadIdx.x;
  if (t == 0)
    for (int i = 0; i < S; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 32);
    }
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < n; ++i) {
      while (!ptx::mbarrier_try_wait_parity(&empty[i % S], ((i / S) + 1) % 2))
        ;
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[i % S], 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, a[i % S], in + i * 256, 1024,
                         &full[i % S]);
    }
  } else if (t >= 32) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      while (!ptx::mbarrier_try_wait_parity(&full[i % S], (i / S) % 2))
        ;
      for (int j = 0; j < 8; ++j)
        sum += a[i % S][j * 32 + t - 32];
      ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[i % S]);
    }
    out[t] = sum;
  }
}
template __global__ void namesOfCudaRight<4>(const int *, int *, int);

template <int S>
__global__ __launch_bounds__(384) void groupsRight(const __grid_constant__ Map map, float *out,
                                                   int n) {
  __shared__ Storage<S> sm;
  SETUP(2)
  int t = threadIdx.x, g = t / 128;
  if (g == 0) {
    if (t == 0)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][(g - 1) * 512 + t % 128];
      asm volatile("bar.sync %0, 128;" ::"r"(g) : "memory"); // silent: whole-rows
      if (t % 128 == 0)
        mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void groupsRight<4>(const __grid_constant__ Map, float *, int);

// How the parameters belong together is the host's: k is 64 times the tiles.
template <int S>
__global__ __launch_bounds__(160) void roundsByTwoParameters(const __grid_constant__ Map map,
                                                             float *out, int k, int tiles) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (t == 128)
      for (int i = 0; i < k / 64; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void roundsByTwoParameters<4>(const __grid_constant__ Map, float *, int, int);
template <int S>
__global__
__launch_bounds__(160) void roundsByTwoParametersReversed(const __grid_constant__ Map map,
                                                          float *out, int k, int tiles) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (t == 128)
      for (int i = 0; i < tiles; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < k / 64; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void roundsByTwoParametersReversed<4>(const __grid_constant__ Map, float *, int,
                                                          int);
// What lanes give to each other they have read.
template <int S>
__global__ __launch_bounds__(160) void handsOverByShuffles(const __grid_constant__ Map map,
                                                           float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(4)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (t == 128)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      float v = sm.a[s][t];
      for (int o = 16; o; o >>= 1)
        v += __shfl_xor_sync(~0u, v, o);
      sum += v;
      if (t % 32 == 0)
        mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void handsOverByShuffles<4>(const __grid_constant__ Map, float *, int);
// A look that nobody repeats does not wait.
template <int S>
__global__ __launch_bounds__(160) void looksAhead(const __grid_constant__ Map map, float *out,
                                                  int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (t == 128)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
  } else {
    float sum = 0;
    bool ready = mbarTryWait(&sm.full[0], 0);
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      if (!ready)
        mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      ready = i + 1 < n && mbarTryWait(&sm.full[(i + 1) % S], ((i + 1) / S) & 1);
      mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void looksAhead<1>(const __grid_constant__ Map, float *, int);
template __global__ void looksAhead<3>(const __grid_constant__ Map, float *, int);
template <int S>
__global__ __launch_bounds__(160) void waitsForAllAtTheEnd(const __grid_constant__ Map map,
                                                           float *out, int n) {
  __shared__ Storage<S> sm;
  SETUP(128)
  int t = threadIdx.x, w = t / 32;
  if (w == 4) {
    if (t == 128) {
      int i = 0;
      for (; i < n; ++i) {
        int s = i % S;
        mbarWait(&sm.empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&sm.full[s], 4096);
        tensorLoad(sm.a[s], &map, &sm.full[s], 0, i);
      }
      for (int j = 0; j < S; ++j, ++i)
        mbarWait(&sm.empty[i % S], ((i / S) & 1) ^ 1);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&sm.full[s], (i / S) & 1);
      sum += sm.a[s][t];
      mbarArrive(&sm.empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void waitsForAllAtTheEnd<4>(const __grid_constant__ Map, float *, int);

// --- Who expects the bytes of a copy -------------------------------------------------

// `cuda::memcpy_async` sees to it itself, `memcpy_async_tx` leaves it to others.
__global__ void copyExpectsItsBytes(const int *in, int *out, int n) {
  __shared__ alignas(16) int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (t == 0)
      cuda::memcpy_async(s, in + i * 256, cuda::aligned_size_t<16>(sizeof(s)), bar);
    bar.arrive_and_wait();
    out[i * 256 + t] = s[255 - t];
    __syncthreads();
  }
}

__global__ void nobodyExpectsTheBytes(const int *in, int *out) {
  __shared__ alignas(16) int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  if (t == 0)
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(sizeof(s)), bar);
  bar.arrive_and_wait(); // warn barrier-token: waits for a phase of 'bar' that never ends
  out[t] = s[255 - t];
}

void launchExpecting(const int *in, int *out, int n) {
  copyExpectsItsBytes<<<1, 256>>>(in, out, n);
  nobodyExpectsTheBytes<<<1, 256>>>(in, out);
}
