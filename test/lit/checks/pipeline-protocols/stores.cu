// RUN: %verify %s --prefix=RIGHT --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=NOEMPTYWAIT --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DNO_EMPTY_WAIT --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=NOFULLWAIT --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DNO_FULL_WAIT --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=PRODUCERPHASE --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DPRODUCER_PHASE --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=NORELEASE --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DNO_RELEASE --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=OTHERSTAGE --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DOTHER_STAGE --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=CONSUMERPHASE --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DCONSUMER_PHASE --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=EARLYRELEASE --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DEARLY_RELEASE --cuda-gpu-arch=sm_90a
// RUN: %verify %s --prefix=EARLYCOMMIT --checks=-*,warplint-async-copy-wait,warplint-barrier-token -- -DEARLY_COMMIT --cuda-gpu-arch=sm_90a
//
// A ring of stages that threads fill by stores of their own and hand to others by
// barrier objects: right, and with one operation missing or misplaced.
//
// RIGHT-no-findings

#include "../Inputs/mbarrier.cuh"

constexpr int S = 3;

struct Ring {
  int stage = 0;
  unsigned phase;
  __device__ explicit Ring(unsigned first) : phase(first) {}
  __device__ void operator++() {
    if (++stage == S) {
      stage = 0;
      phase ^= 1;
    }
  }
};

// All threads of one half fill, all of the other half read.
__global__ __launch_bounds__(256) void halves(const float *in, float *out, int n) {
  __shared__ float tile[S][128];
  __shared__ uint64_t full[S], empty[S];
  if (threadIdx.x == 0) {
    for (int i = 0; i < S; ++i) {
      mbarInit(&full[i], 128);
      mbarInit(&empty[i], 128);
    }
    mbarFence();
  }
  __syncthreads();
  int t = threadIdx.x % 128;
  if (threadIdx.x < 128) {
#ifdef PRODUCER_PHASE
    Ring at(0);
#else
    Ring at(1);
#endif
    for (int i = 0; i < n; ++i, ++at) {
#ifndef NO_EMPTY_WAIT
    // OTHERSTAGE-warn@+3 barrier-token: in 'mbarWait' waits for a phase of 'empty' that never ends
    // NORELEASE-warn@+2 barrier-token: in 'mbarWait' waits for a phase of 'empty' that never ends
    // PRODUCERPHASE-warn@+1 barrier-token: in 'mbarWait' waits for a phase of 'empty' that never ends
      mbarWait(&empty[at.stage], at.phase);
#endif
#ifdef EARLY_COMMIT
      mbarArrive(&full[at.stage]);
      tile[at.stage][t] = in[i * 128 + t];
#else
      tile[at.stage][t] = in[i * 128 + t];
      mbarArrive(&full[at.stage]);
#endif
    }
  } else {
#ifdef CONSUMER_PHASE
    Ring at(1);
#else
    Ring at(0);
#endif
    float sum = 0;
    for (int i = 0; i < n; ++i, ++at) {
#ifdef OTHER_STAGE
      mbarWait(&full[(at.stage + S - 1) % S], at.phase);
#elif !defined(NO_FULL_WAIT)
      mbarWait(&full[at.stage], at.phase);
#endif
#ifdef EARLY_RELEASE
      mbarArrive(&empty[at.stage]);
#endif
    // NOEMPTYWAIT-warn@+5 barrier-token: 'tile' is read while another thread may already be filling it anew
    // NOFULLWAIT-warn@+4 barrier-token: 'tile' is read before it is known that another thread has filled it
    // CONSUMERPHASE-warn@+3 barrier-token: 'tile' is read before it is known that another thread has filled it
    // EARLYRELEASE-warn@+2 barrier-token: 'tile' is read while another thread may already be filling it anew
    // EARLYCOMMIT-warn@+1 barrier-token: 'tile' is read before it is known that another thread has filled it
      sum += tile[at.stage][127 - t];
#if !defined(EARLY_RELEASE) && !defined(NO_RELEASE)
      mbarArrive(&empty[at.stage]);
#endif
    }
    out[t] = sum;
  }
}

// One warp fills for four, in wider steps; one lane speaks for its warp, and waits
// try again and again.
__global__ __launch_bounds__(160) void warps(const float4 *in, float *out, int n) {
  __shared__ float4 tile[4][32];
  __shared__ uint64_t full[4], empty[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 4) {
    mbarInit(&full[threadIdx.x], 1);
    mbarInit(&empty[threadIdx.x], 4);
    mbarFence();
  }
  __syncthreads();
  if (warp == 4) {
    for (int i = 0; i < n; ++i) {
      if (i >= 4)
        while (!mbarTryWait(&empty[i % 4], (i / 4 - 1) & 1))
          ;
      tile[i % 4][lane] = in[i * 32 + lane];
      __syncwarp();
      if (lane == 0)
        mbarArrive(&full[i % 4]);
    }
  } else {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      while (!mbarTryWait(&full[i % 4], (i / 4) & 1))
        ;
      float4 v = tile[i % 4][(lane + warp) % 32];
      sum += v.x + v.y + v.z + v.w;
      __syncwarp();
      if (lane == 0)
        mbarArrive(&empty[i % 4]);
    }
    out[threadIdx.x] = sum;
  }
}
