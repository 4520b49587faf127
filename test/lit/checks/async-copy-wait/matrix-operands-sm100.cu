// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token,warplint-shared-memory-race --
// -std=c++17 --cuda-gpu-arch=sm_100a
//
// What `tcgen05.mma` reads in shared memory: from when it is issued until the
// object has completed to which it was committed.

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

__global__ __launch_bounds__(192) void arrivesAtOnce(const char *in, uint32_t accumulators, int n) {
  STAGES(1)
  if (t == 128)
    FILL
  if (t == 160)
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      multiplyOnTensorCore(accumulators, describe(a[s]), describe(b[s]), k > 0); // warn async-copy-wait: 'a' is read by 'tcgen05.mma' in 'multiplyOnTensorCore' while a copy may already be filling it anew
      mbarArrive(&empty[s]);
    }
}

__global__ __launch_bounds__(192) void arrivesByCommit(const char *in, uint32_t accumulators, int n) {
  STAGES(1)
  if (t == 128)
    FILL
  if (t == 160)
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      multiplyOnTensorCore(accumulators, describe(a[s]), describe(b[s]), k > 0);
      commitTo(&empty[s]);
    }
}

__global__ __launch_bounds__(192) void multipliesTheNextStage(const char *in, uint32_t accumulators, int n) {
  STAGES(1)
  if (t == 128)
    FILL
  if (t == 160)
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      multiplyOnTensorCore(accumulators, describe(a[s]), describe(b[(s + 1) % 4]), k > 0); // warn async-copy-wait: 'b' is read by 'tcgen05.mma' in 'multiplyOnTensorCore' while the copy that fills it may be under way
      commitTo(&empty[s]);
    }
}

// A second object for all of it.
__global__ __launch_bounds__(192) void tellsTheEnd(const char *in, uint32_t accumulators, float *out, int n) {
  STAGES(1)
  __shared__ uint64_t done;
  if (t == 0) {
    mbarInit(&done, 1);
    mbarFence();
  }
  __syncthreads();
  if (t == 128)
    FILL
  if (t == 160) {
    for (int k = 0; k < n; ++k) {
      int s = k % 4;
      mbarWait(&full[s], (k / 4) & 1);
      multiplyOnTensorCore(accumulators, describe(a[s]), describe(b[s]), k > 0);
      commitTo(&empty[s]);
    }
    commitTo(&done);
  }
  if (t < 128) {
    mbarWait(&done, 0);
    a[0][t] = t;
    out[t] = a[0][t];
  }
}
