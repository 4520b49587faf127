// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Copies of whole structures, and accesses to what they hold.

#include "../Inputs/mbarrier.cuh"

struct alignas(64) Map {
  char opaque[128];
};

struct alignas(128) Tile {
  float data[1024];
};

struct Parts {
  Tile head;
  float scale[32];
};

__global__ __launch_bounds__(128) void readsBeforeTheLoad(const __grid_constant__ Map map,
                                                          float *out) {
  __shared__ Tile tile;
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&bar, 4096);
    tensorLoad(&tile, &map, &bar, 0, 0);
  }
  __syncthreads();
  out[t] = tile.data[t]; // warn async-copy-wait: 'data' is read while an asynchronous copy into it may be under way
}

__global__ __launch_bounds__(128) void readsBehindTheLoad(const __grid_constant__ Map map,
                                                          float *out) {
  __shared__ Tile tile;
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) {
    mbarInit(&bar, 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 0) {
    mbarExpect(&bar, 4096);
    tensorLoad(&tile, &map, &bar, 0, 0);
  }
  mbarWait(&bar, 0);
  out[t] = tile.data[t];
}

__global__ __launch_bounds__(128) void overwritesTheSource(float *out, int n) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    tile.data[t] = t + r; // warn async-copy-wait: 'data' is written while a bulk copy may still be reading it
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + r * 1024, &tile, 4096);
      bulkCommit();
    }
    __syncthreads();
  }
  if (t == 0)
    bulkWait<0>();
}

__global__ __launch_bounds__(128) void waitsForTheSource(float *out, int n) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    tile.data[t] = t + r;
    proxyFence();
    __syncthreads();
    if (t == 0) {
      bulkStore(out + r * 1024, &tile, 4096);
      bulkCommit();
      bulkWaitRead<0>();
    }
    __syncthreads();
  }
  if (t == 0)
    bulkWait<0>();
}

// What lies behind the part that is copied is not copied.
__global__ __launch_bounds__(128) void writesAnotherPart(float *out) {
  __shared__ Parts parts;
  int t = threadIdx.x;
  parts.head.data[t] = t;
  proxyFence();
  __syncthreads();
  if (t == 0) {
    bulkStore(out, &parts, 4096);
    bulkCommit();
  }
  if (t < 32)
    parts.scale[t] = t;
  if (t == 0)
    bulkWait<0>();
}

__global__ __launch_bounds__(128) void writesAPartOfTheCopy(float *out) {
  __shared__ Parts parts;
  int t = threadIdx.x;
  parts.head.data[t] = t;
  if (t < 32)
    parts.scale[t] = 1;
  proxyFence();
  __syncthreads();
  if (t == 0) {
    bulkStore(out, &parts, sizeof(Parts));
    bulkCommit();
  }
  if (t < 32)
    parts.scale[t] = t; // warn async-copy-wait: 'scale' is written while a bulk copy may still be reading it
  if (t == 0)
    bulkWait<0>();
}

__global__ __launch_bounds__(128) void fencesNothing(float *out) {
  __shared__ Tile tile;
  int t = threadIdx.x;
  tile.data[t] = t; // warn async-copy-wait: 'data' is written and then read by a bulk copy without a proxy fence
  __syncthreads();
  if (t == 0) {
    bulkStore(out, &tile, 4096);
    bulkCommit();
    bulkWait<0>();
  }
}

// A ring of structures.
template <int S>
__global__ __launch_bounds__(160) void givenBackEarly(const __grid_constant__ Map map, float *out,
                                                      int n) {
  __shared__ Tile tile[S];
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
    if (t == 128)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&full[s], 4096);
        tensorLoad(&tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1);
      mbarArrive(&empty[s]);
      sum += tile[s].data[t]; // warn async-copy-wait: 'data' is read while a copy may already be filling it anew
    }
    out[t] = sum;
  }
}
template __global__ void givenBackEarly<4>(const __grid_constant__ Map, float *, int);

template <int S>
__global__ __launch_bounds__(160) void givenBackInTime(const __grid_constant__ Map map, float *out,
                                                       int n) {
  __shared__ Tile tile[S];
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
    if (t == 128)
      for (int i = 0; i < n; ++i) {
        int s = i % S;
        mbarWait(&empty[s], ((i / S) & 1) ^ 1);
        mbarExpect(&full[s], 4096);
        tensorLoad(&tile[s], &map, &full[s], 0, i * 32);
      }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % S;
      mbarWait(&full[s], (i / S) & 1);
      sum += tile[s].data[t];
      mbarArrive(&empty[s]);
    }
    out[t] = sum;
  }
}
template __global__ void givenBackInTime<4>(const __grid_constant__ Map, float *, int);
