// RUN: %verify %s --checks=-*,warplint-barrier-init,warplint-barrier-token,warplint-barrier-dropout,warplint-async-copy-wait
//
// Parities, and phases that begin before everybody has seen the one before.

#include "../Inputs/mbarrier.cuh"
#include <cuda/barrier>

//===--- The next phase begins too early ---===//

__global__ void rearmedInLoop(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  uint32_t parity = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box)); // warn barrier-token: 'mbarrier.arrive.expect_tx' in 'mbarExpect' begins the next phase of 'full' while other threads may still wait for the phase before
      // note@+4: they may still be here, and miss a phase that ends too soon
      // note@-2: let all threads pass the wait, and synchronize them
      bulkLoad(box, in + i * 256, sizeof(box), &full);
    }
    while (!mbarTryWait(&full, parity))
      ;
    parity ^= 1;
    sum += box[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void rearmedInStraightLine(const float *in, float *out) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float a[256], b[256];
  bool leader = threadIdx.x == 32;
  if (leader) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  if (leader) {
    mbarExpect(&full, sizeof(a));
    bulkLoad(a, in, sizeof(a), &full);
  }
  mbarWait(&full, 0);
  float sum = a[255 - threadIdx.x];
  if (leader) {
    mbarExpect(&full, sizeof(b)); // warn barrier-token: begins the next phase of 'full'
    bulkLoad(b, in + 256, sizeof(b), &full);
  }
  mbarWait(&full, 1);
  out[threadIdx.x] = sum + b[255 - threadIdx.x];
}

__global__ void rearmedBehindBarrier(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &full);
    }
    mbarWait(&full, i & 1);
    sum += box[255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void rearmedWhenConsumersAreDone(const float *in, float *out, int n) {
  __shared__ uint64_t full, empty;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarInit(&empty, blockDim.x);
    mbarFence();
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      if (i > 0)
        mbarWait(&empty, (i - 1) & 1);
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &full);
    }
    mbarWait(&full, i & 1);
    sum += box[255 - threadIdx.x];
    mbarArrive(&empty);
  }
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(32) rearmedInOneWarp(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[32];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncwarp();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + i * 32, sizeof(box), &full);
    }
    mbarWait(&full, i & 1);
    sum += box[31 - threadIdx.x];
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

__global__ void onlyTheLeaderWaits(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x != 0)
    return;
  mbarInit(&full, 1);
  mbarFence();
  for (int i = 0; i < n; ++i) {
    mbarExpect(&full, sizeof(box));
    bulkLoad(box, in + i * 256, sizeof(box), &full);
    mbarWait(&full, i & 1);
    out[i] = box[i % 256];
  }
}

__global__ void everybodyArrives(float *out, int n) {
  __shared__ uint64_t bar;
  if (threadIdx.x == 0)
    mbarInit(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    out[i * blockDim.x + threadIdx.x] = i;
    mbarArrive(&bar);
    mbarWait(&bar, i & 1);
  }
}

__global__ void twoObjectsInTurn(const float *in, float *out, int n) {
  __shared__ uint64_t full[2];
  __shared__ alignas(16) float box[2][256];
  if (threadIdx.x == 0) {
    mbarInit(&full[0], 1);
    mbarInit(&full[1], 1);
    mbarFence();
    mbarExpect(&full[0], 1024);
    bulkLoad(box[0], in, 1024, &full[0]);
  }
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    int now = i & 1, next = now ^ 1;
    if (threadIdx.x == 0 && i + 1 < n) {
      mbarExpect(&full[next], 1024);
      bulkLoad(box[next], in + (i + 1) * 256, 1024, &full[next]);
    }
    mbarWait(&full[now], (i >> 1) & 1);
    sum += box[now][255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <int Stages, bool Synced>
__device__ void refill(const float *in, float *out, int n) {
  __shared__ uint64_t full[Stages];
  __shared__ alignas(128) float box[Stages][256];
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s)
      mbarInit(&full[s], 1);
    mbarFence();
    for (int s = 0; s < Stages; ++s) {
      mbarExpect(&full[s], 1024);
      bulkLoad(box[s], in + s * 256, 1024, &full[s]);
    }
  }
  __syncthreads();
  float sum = 0;
  int stage = 0;
  uint32_t parity = 0;
  for (int i = 0; i < n; ++i) {
    while (!mbarTryWait(&full[stage], parity))
      ;
    sum += box[stage][255 - threadIdx.x];
    if constexpr (Synced)
      __syncthreads();
    if (threadIdx.x == 0 && i + Stages < n) {
      mbarExpect(&full[stage], 1024); // warn barrier-token: begins the next phase of 'full' while other threads may still wait for the phase before
      bulkLoad(box[stage], in + (i + Stages) * 256, 1024, &full[stage]);
    }
    if (++stage == Stages) {
      stage = 0;
      parity ^= 1;
    }
  }
  out[threadIdx.x] = sum;
}
__global__ void refilledTooEarly(const float *in, float *out, int n) { refill<3, false>(in, out, n); }
__global__ void refilledBehindBarrier(const float *in, float *out, int n) { refill<3, true>(in, out, n); }

//===--- Set up again ---===//

__device__ void copyOnce(float *box, const float *in) {
  __shared__ uint64_t once;
  if (threadIdx.x == 0) {
    mbarInit(&once, 1);
    mbarFence();
    mbarExpect(&once, 1024);
    bulkLoad(box, in, 1024, &once);
  }
  __syncthreads();
  mbarWait(&once, 0); // warn barrier-init: waits on 'once', which may be initialized again before all threads have left the wait
  // note@-7: it is initialized here
  // note@-2: synchronize the block between the wait and the initialization
}
__global__ void copiesTwice(const float *in, float *out) {
  __shared__ alignas(16) float a[256], b[256];
  copyOnce(a, in);
  copyOnce(b, in + 256);
  out[threadIdx.x] = a[255 - threadIdx.x] + b[255 - threadIdx.x];
}

__global__ void setUpInEachRound(const float *in, float *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float box[256];
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      init(&bar, blockDim.x);
    __syncthreads();
    box[threadIdx.x] = in[i * 256 + threadIdx.x];
    bar.arrive_and_wait();
    out[i * 256 + threadIdx.x] = box[255 - threadIdx.x];
    __syncthreads();
  }
}

//===--- The first phase ---===//

__global__ void startsWithTheWrongParity(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  uint32_t parity = 1;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &full);
    }
    mbarWait(&full, parity); // warn barrier-token: waits on 'full' for the phase before the first one, and returns at once
    // note@-3: this copy may still be under way
    // note@+2: 'box' is read here
    parity ^= 1;
    sum += box[255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void waitsForPhaseOne(const float *in, float *out) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
    mbarExpect(&full, sizeof(box));
    bulkLoad(box, in, sizeof(box), &full);
  }
  __syncthreads();
  mbarWait(&full, 1); // warn barrier-token: waits on 'full' for the phase before the first one
  for (int i = 0; i < 4; ++i)
    out[threadIdx.x] += box[(threadIdx.x + i) % 256];
}

template <int Stages>
__global__ void freeSlotsAtFirst(const float *in, float *out, int n) {
  __shared__ uint64_t full[Stages], empty[Stages];
  __shared__ alignas(128) float box[Stages][128];
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      mbarInit(&full[s], 1);
      mbarInit(&empty[s], 128);
    }
    mbarFence();
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (int i = 0; i < n; ++i) {
      int s = i % Stages;
      mbarWait(&empty[s], ((i / Stages) & 1) ^ 1);
      mbarExpect(&full[s], 512);
      bulkLoad(box[s], in + i * 128, 512, &full[s]);
    }
  } else if (threadIdx.x < 128) {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % Stages;
      mbarWait(&full[s], (i / Stages) & 1);
      sum += box[s][127 - threadIdx.x];
      mbarArrive(&empty[s]);
    }
    out[threadIdx.x] = sum;
  }
}
template __global__ void freeSlotsAtFirst<4>(const float *, float *, int);

template <int Stages>
__global__ void consumerStartsAsAProducer(const float *in, float *out, int n) {
  __shared__ uint64_t full[Stages], empty[Stages];
  __shared__ alignas(128) float box[Stages][128];
  if (threadIdx.x == 0) {
    for (int s = 0; s < Stages; ++s) {
      mbarInit(&full[s], 1);
      mbarInit(&empty[s], 128);
    }
    mbarFence();
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (int i = 0; i < n; ++i) {
      int s = i % Stages;
      mbarWait(&empty[s], ((i / Stages) & 1) ^ 1);
      mbarExpect(&full[s], 512);
      bulkLoad(box[s], in + i * 128, 512, &full[s]);
    }
  } else if (threadIdx.x < 128) {
    float sum = 0;
    for (int i = 0; i < n; ++i) {
      int s = i % Stages;
      mbarWait(&full[s], ((i / Stages) & 1) ^ 1); // warn barrier-token: waits on 'full' for the phase before the first one
      sum += box[s][127 - threadIdx.x];
      mbarArrive(&empty[s]);
    }
    out[threadIdx.x] = sum;
  }
}
template __global__ void consumerStartsAsAProducer<4>(const float *, float *, int);

__global__ void firstTileByHand(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  box[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  uint32_t parity = 1;
  for (int i = 0; i < n; ++i) {
    mbarWait(&full, parity);
    parity ^= 1;
    out[i * 256 + threadIdx.x] = box[255 - threadIdx.x];
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + (i + 1) * 256, sizeof(box), &full);
    }
  }
}

__global__ void firstRoundReadsNothing(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  for (int i = 0; i <= n; ++i) {
    mbarWait(&full, (i & 1) ^ 1);
    if (i > 0)
      out[i * 256 + threadIdx.x] = box[255 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && i < n) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + i * 256, sizeof(box), &full);
    }
  }
}

//===--- Parities from words of bits ---===//

__global__ void bitsFlip(const float *in, float *out, int n) {
  __shared__ uint64_t full[4];
  __shared__ alignas(16) float box[4][128];
  if (threadIdx.x == 0) {
    for (int s = 0; s < 4; ++s)
      mbarInit(&full[s], 1);
    mbarFence();
  }
  __syncthreads();
  uint32_t phases = 0;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    int s = i & 3;
    if (threadIdx.x == 0) {
      mbarExpect(&full[s], 512);
      bulkLoad(box[s], in + i * 128, 512, &full[s]);
    }
    mbarWait(&full[s], (phases >> s) & 1);
    phases ^= 1u << s;
    sum += box[s][127 - threadIdx.x % 128];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template <int Parity>
__global__ void parityOfTheTemplate(const float *in, float *out, int n) {
  __shared__ uint64_t full;
  __shared__ alignas(16) float box[256];
  if (threadIdx.x == 0) {
    mbarInit(&full, 1);
    mbarFence();
  }
  __syncthreads();
  do {
    if (threadIdx.x == 0) {
      mbarExpect(&full, sizeof(box));
      bulkLoad(box, in + n * 256, sizeof(box), &full);
    }
    mbarWait(&full, Parity); // warn barrier-token: waits on 'full' for the same parity in every iteration of its loop
    out[n * 256 + threadIdx.x] = box[255 - threadIdx.x];
    __syncthreads();
  } while (--n > 0);
}
template __global__ void parityOfTheTemplate<0>(const float *, float *, int);
