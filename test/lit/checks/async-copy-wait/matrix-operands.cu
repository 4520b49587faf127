// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-shared-memory-race --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// What `wgmma` reads in shared memory: from when it is issued until its group has
// been waited for.

#include "../Inputs/matrices.cuh"

#define STAGES(Users)                                                                              \
  __shared__ alignas(1024) char a[4][4096], b[4][4096];                                            \
  __shared__ uint64_t full[4], empty[4];                                                           \
  int t = threadIdx.x, w = t / 32;                                                                 \
  if (t == 0) {                                                                                    \
    for (int i = 0; i < 4; ++i) {                                                                  \
      mbarInit(&full[i], 1);                                                                       \
      mbarInit(&empty[i], Users);                                                                  \
    }                                                                                              \
    mbarFence();                                                                                   \
  }                                                                                                \
  __syncthreads();

#define FILL                                                                                       \
  for (int k = 0; k < n; ++k) {                                                                    \
    int s = k % 4;                                                                                 \
    mbarWait(&empty[s], ((k / 4) & 1) ^ 1);                                                        \
    mbarExpect(&full[s], 8192);                                                                    \
    bulkLoad(a[s], in + k * 8192, 4096, &full[s]);                                                 \
    bulkLoad(b[s], in + k * 8192 + 4096, 4096, &full[s]);                                          \
  }

__global__ __launch_bounds__(160) void givesBackBeforeTheWait(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, describe(a[s]), describe(b[s])); // warn async-copy-wait: 'a' is read by 'wgmma.mma_async' in 'multiply' while a copy may already be filling it anew
      commitProducts();
      if (t == 0)
        mbarArrive(&empty[s]);
      waitProducts<0>();
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(160) void givesBackBehindTheWait(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, describe(a[s]), describe(b[s]));
      commitProducts();
      waitProducts<0>();
      if (t == 0)
        mbarArrive(&empty[s]);
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(160) void givesBackTheStageInUse(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, describe(a[s]), describe(b[s])); // warn async-copy-wait: 'a' is read by 'wgmma.mma_async' in 'multiply' while a copy may already be filling it anew
      commitProducts();
      waitProducts<1>();
      if (t == 0)
        mbarArrive(&empty[s]);
    }
    waitProducts<0>();
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(160) void givesBackTheStageBefore(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, describe(a[s]), describe(b[s]));
      commitProducts();
      waitProducts<1>();
      if (t == 0 && k > 0)
        mbarArrive(&empty[(k - 1) % 4]);
    }
    waitProducts<0>();
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(160) void multipliesTheNextStage(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, describe(a[s]), describe(b[(s + 1) % 4])); // warn async-copy-wait: 'b' is read by 'wgmma.mma_async' in 'multiply' while the copy that fills it may be under way
      commitProducts();
      waitProducts<0>();
      if (t == 0)
        mbarArrive(&empty[s]);
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

// The stage is added to the descriptor: 256 units of 16 bytes.
__global__ __launch_bounds__(160) void countsInDescriptors(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    uint64_t first = describe(a), second = describe(b);
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, first + s * 256, second + s * 256); // warn async-copy-wait: 'a' is read by 'wgmma.mma_async' in 'multiply' while a copy may already be filling it anew
      commitProducts();
      if (t == 0)
        mbarArrive(&empty[s]);
      waitProducts<0>();
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(160) void countsInDescriptorsRight(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    uint64_t first = describe(a), second = describe(b);
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, first + s * 256, second + s * 256);
      commitProducts();
      waitProducts<0>();
      if (t == 0)
        mbarArrive(&empty[s]);
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

// Nobody knows where these matrices are.
__global__ __launch_bounds__(160) void descriptorFromMemory(const char *in, float *out, int n) {
  STAGES(1)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {};
    const uint64_t *table = reinterpret_cast<const uint64_t *>(in);
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      fenceRegisters();
      multiply(d, table[s], table[s + 4]);
      commitProducts();
      if (t == 0)
        mbarArrive(&empty[s]);
      waitProducts<0>();
    }
    out[t] = d[0] + d[1] + d[2] + d[3];
  }
}

__global__ __launch_bounds__(128) void writesAndWaits(const float *in, float *out, int n) {
  __shared__ alignas(1024) float a[1024], b[1024];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 1024; i += 128) {
      a[i] = in[i];
      b[i] = in[i + 1024];
    }
    proxyFence();
    __syncthreads();
    fenceRegisters();
    multiply(d, describe(a), describe(b));
    commitProducts();
    waitProducts<0>();
    __syncthreads();
  }
  waitProducts<0>();
  out[t] = d[0];
}

__global__ __launch_bounds__(128) void overwritesWhileItReads(const float *in, float *out, int n) {
  __shared__ alignas(1024) float a[1024], b[1024];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 1024; i += 128) {
      a[i] = in[i]; // warn async-copy-wait: 'a' is written while 'wgmma.mma_async' may still be reading it
      b[i] = in[i + 1024]; // warn async-copy-wait: 'b' is written while 'wgmma.mma_async' may still be reading it
    }
    proxyFence();
    __syncthreads();
    fenceRegisters();
    multiply(d, describe(a), describe(b));
    commitProducts();
    __syncthreads();
  }
  waitProducts<0>();
  out[t] = d[0];
}

__global__ __launch_bounds__(128) void writesWithoutFence(const float *in, float *out, int n) {
  __shared__ alignas(1024) float a[1024], b[1024];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 1024; i += 128) {
      a[i] = in[i]; // warn async-copy-wait: 'a' is written and then read by 'wgmma.mma_async' without a proxy fence
      b[i] = in[i + 1024]; // warn async-copy-wait: 'b' is written and then read by 'wgmma.mma_async' without a proxy fence
    }
    __syncthreads();
    fenceRegisters();
    multiply(d, describe(a), describe(b));
    commitProducts();
    waitProducts<0>();
    __syncthreads();
  }
  waitProducts<0>();
  out[t] = d[0];
}

__global__ __launch_bounds__(128) void writesWithoutBarrier(const float *in, float *out, int n) {
  __shared__ alignas(1024) float a[1024], b[1024];
  int t = threadIdx.x;
  float d[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 1024; i += 128) {
      a[i] = in[i];
      b[i] = in[i + 1024];
    }
    proxyFence();
    fenceRegisters();
    multiply(d, describe(a), describe(b)); // warn shared-memory-race: 'a[0]' is read while another thread of the block may still write it
    commitProducts();
    waitProducts<0>();
    __syncthreads();
  }
  waitProducts<0>();
  out[t] = d[0];
}


// Lanes that read of a stage themselves are with their warp when it waits for what
// was multiplied: the first one gives the stage back for all.
template <bool Early>
__global__ __launch_bounds__(160) void scaledByOneLane(const char *in, float *out, int n) {
  STAGES(4)
  if (w == 4) {
    if (t == 128)
      FILL
  } else {
    float d[4] = {}, sum = 0;
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      float scale = b[s][t];
      fenceRegisters();
      multiply(d, describe(a[s]), describe(a[s]));
      commitProducts();
      waitProducts<0>();
      if (t % 32 == 0)
        mbarArrive(&empty[s]);
      if (Early)
        scale += b[s][t]; // warn async-copy-wait: 'b' is read while a copy may already be filling it anew
      sum += scale * d[0];
    }
    out[t] = sum;
  }
}
template __global__ void scaledByOneLane<false>(const char *, float *, int);
template __global__ void scaledByOneLane<true>(const char *, float *, int);
