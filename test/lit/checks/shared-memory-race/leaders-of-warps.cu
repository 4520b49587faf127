// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race,warplint-implicit-warp-sync
//
// A vote elects a lane of its warp. Each warp of the block has another one.

__device__ bool leads(unsigned lanes) { return threadIdx.x % 32 == __ffs(lanes) - 1; }

__global__ void leaderOfEachWarp(const int *in, int *out) {
  __shared__ int best;
  int item = in[blockIdx.x * 256 + threadIdx.x];
  unsigned those = __ballot_sync(0xffffffffu, item > 99);
  if (leads(those))
    best = item; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = best; // silent: no-alias
}
void launchLeaderOfEachWarp(const int *in, int *out, int n) { leaderOfEachWarp<<<n, 256>>>(in, out); }

__global__ void lastLaneOfEachWarp(const int *in, int *out) {
  int item = in[threadIdx.x];
  int last = 31 - __clz(__ballot_sync(0xffffffffu, item < 0));
  if ((threadIdx.x & 31) == last)
    *out = item; // warn global-memory-race: is written by several threads at once
}
void launchLastLaneOfEachWarp(const int *in, int *out) { lastLaneOfEachWarp<<<1, 512>>>(in, out); }

__global__ void warpSums(const int *in, int *out) {
  __shared__ unsigned word;
  unsigned those = __ballot_sync(0xffffffffu, in[threadIdx.x] > 3);
  if (those != 0 && threadIdx.x % 32 == 0)
    word = those; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[threadIdx.x] = word;
}
void launchWarpSums(const int *in, int *out) { warpSums<<<1, 128>>>(in, out); }

// One element for each warp.
__global__ void leaderToOwnElement(const int *in, int *out) {
  __shared__ int best[8];
  int item = in[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x < 8)
    best[threadIdx.x] = 0;
  __syncthreads();
  unsigned those = __ballot_sync(0xffffffffu, item > 99);
  if (leads(those))
    best[threadIdx.x >> 5] = item;
  __syncthreads();
  if (threadIdx.x < 8)
    out[blockIdx.x * 8 + threadIdx.x] = best[threadIdx.x]; // silent: no-alias
}
void launchLeaderToOwnElement(const int *in, int *out, int n) { leaderToOwnElement<<<n, 256>>>(in, out); }

// All leaders store one value.
__global__ void leadersAgree(const int *in, int *out) {
  __shared__ bool any;
  if (threadIdx.x == 0)
    any = false;
  __syncthreads();
  if (leads(__ballot_sync(0xffffffffu, in[threadIdx.x] > 99)))
    any = true;
  __syncthreads();
  out[threadIdx.x] = any;
}
void launchLeadersAgree(const int *in, int *out) { leadersAgree<<<1, 256>>>(in, out); }

// One warp in the block.
__global__ void leaderOfTheWarp(const int *in, int *out) {
  int item = in[threadIdx.x];
  if (leads(__ballot_sync(0xffffffffu, item > 99)))
    *out = item;
}
void launchLeaderOfTheWarp(const int *in, int *out) { leaderOfTheWarp<<<1, 32>>>(in, out); }

// The first warp alone.
__global__ void leaderOfTheFirstWarp(const int *in, int *out) {
  __shared__ int best;
  int t = threadIdx.x;
  if (t < 32) {
    int item = in[t];
    unsigned those = __ballot_sync(0xffffffffu, item > 99);
    if (leads(those))
      best = item;
  }
  __syncthreads();
  out[t] = best;
}
void launchLeaderOfTheFirstWarp(const int *in, int *out) { leaderOfTheFirstWarp<<<1, 256>>>(in, out); }

// An atomic lets the leaders of all warps come one after another.
__global__ void oneLeaderOfAll(const int *in, int *out) {
  __shared__ int best, taken;
  int t = threadIdx.x, item = in[t];
  if (t == 0)
    taken = 0;
  __syncthreads();
  unsigned those = __ballot_sync(0xffffffffu, item > 99);
  if (leads(those) && atomicExch(&taken, 1) == 0)
    best = item; // silent: elected-thread
  __syncthreads();
  out[t] = best;
}
void launchOneLeaderOfAll(const int *in, int *out) { oneLeaderOfAll<<<1, 256>>>(in, out); }
