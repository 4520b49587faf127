// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// __activemask() says who is here, not who took the branch.

constexpr unsigned AllLanes = 0xffffffffu;

// "Incorrect use of __activemask()" of NVIDIA's article on warp primitives.
__global__ void treeOfTheActive(const float *in, float *out, int n) {
  if (threadIdx.x < n) {
    unsigned mask = __activemask();
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(mask, v, d); // warn sync-mask: '__shfl_down_sync()' exchanges data between whichever lanes happen to be active
    // note@-4: it is taken here
    // note@-6: this condition differs between threads of one warp
    // note@-3: take the mask with __ballot_sync() before the branch; the active mask says who is here, not who will be
    if (threadIdx.x == 0)
      out[0] = v;
  }
}

__global__ void takenInTheCall(const int *in, int *out) {
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = __shfl_xor_sync(__activemask(), in[threadIdx.x], 1); // warn sync-mask: exchanges data between whichever lanes happen to be active
}

__global__ void inALoopOfOwnLength(const int *in, int *out) {
  int v = in[threadIdx.x];
  while (v < 100)
    v += __shfl_up_sync(__activemask(), v, 1); // warn sync-mask: exchanges data between whichever lanes happen to be active
  out[threadIdx.x] = v;
}

__device__ int neighbour(int v) {
  return __shfl_down_sync(__activemask(), v, 1);
}

__global__ void inACallee(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (v & 1)
    out[threadIdx.x] = neighbour(v); // warn sync-mask: '__shfl_down_sync()' in 'neighbour' exchanges data between whichever lanes happen to be active
}

// Taken by all, used by some: it names lanes that do not come.
__global__ void olderThanTheBranch(const int *in, int *out) {
  unsigned mask = __activemask();
  int v = in[threadIdx.x];
  if (v > 0) {
    v = __shfl_sync(mask, v, 0); // warn sync-mask: '__shfl_sync()' uses an active mask from before a branch that divides its lanes
    // note@-4: it is taken here
    // note@-3: this condition differs between threads of one warp
    out[threadIdx.x] = v;
  }
}

__global__ void olderThanTheBarrier(const int *in, int *out) {
  unsigned mask = __activemask();
  if (threadIdx.x % 32 < 16)
    __syncwarp(mask); // warn sync-mask: '__syncwarp()' uses an active mask from before a branch that divides its lanes
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void olderThanTheLoopsExit(const int *in, int *out) {
  unsigned mask = __activemask();
  int v = in[threadIdx.x];
  while (v > 0)
    v -= __reduce_max_sync(mask, v); // warn sync-mask: '__reduce_max_sync()' uses an active mask from before a branch that divides its lanes
  out[threadIdx.x] = v;
}

// Lanes of the branch exchange through shared memory; who waits is luck.
__global__ void warpBarrierOfTheActive(const int *in, int *out) {
  __shared__ int cells[256];
  if (in[threadIdx.x] > 0) {
    cells[threadIdx.x] = in[threadIdx.x];
    __syncwarp(__activemask()); // warn sync-mask: '__syncwarp()' {{.*}}whichever lanes happen to be active
    out[threadIdx.x] = cells[threadIdx.x ^ 1];
  }
}

// The vote after the branch asks those who happen to be together.
__global__ void ballotOfTheActive(const float *in, float *out, int n) {
  if (threadIdx.x < n) {
    unsigned mask = __ballot_sync(__activemask(), threadIdx.x < n);
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(mask, v, d); // warn sync-mask: exchanges data between whichever lanes happen to be active
    out[threadIdx.x] = v;
  }
}

// --- Silent -------------------------------------------------------------------

// Opportunistic aggregation: any division of the lanes into groups is right.
__global__ void append(const unsigned *items, unsigned n, unsigned *queue,
                       unsigned *tail) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && items[i] % 3 == 0) {
    unsigned active = __activemask(), lane = threadIdx.x % 32;
    unsigned leader = __ffs(active) - 1, base = 0;
    if (lane == leader)
      base = atomicAdd(tail, __popc(active));
    base = __shfl_sync(active, base, leader);
    queue[base + __popc(active & ((1u << lane) - 1))] = items[i];
  }
}

__device__ int atomicAggInc(int *counter) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, lane = threadIdx.x % 32, before = 0;
  if (lane == leader)
    before = atomicAdd(counter, __popc(active));
  before = __shfl_sync(active, before, leader);
  return before + __popc(active & ((1u << lane) - 1));
}

__global__ void filter(int *out, int *count, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  if (in[i] > 0)
    out[atomicAggInc(count)] = in[i];
}

__global__ void filterInALoop(int *out, int *count, const int *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (in[i] > 0)
      out[atomicAggInc(count)] = in[i];
}

// Aggregation by key among those who are here.
__global__ void aggregateByKey(const int *keys, int *counts) {
  int key = keys[threadIdx.x];
  if (key > 0) {
    unsigned peers = __match_any_sync(__activemask(), key);
    if (threadIdx.x % 32 == __ffs(peers) - 1)
      atomicAdd(&counts[key], __popc(peers));
  }
}

// One atomic for the sum of those who are here.
__global__ void aggregateSum(const int *in, int *sum) {
  int v = in[threadIdx.x];
  if (v > 0) {
    unsigned active = __activemask();
    int all = __reduce_add_sync(active, v);
    if (threadIdx.x % 32 == __ffs(active) - 1)
      atomicAdd(sum, all);
  }
}

__global__ void statistic(const int *in, unsigned long long *activeLanes) {
  if (in[threadIdx.x] > 0) {
    unsigned active = __activemask();
    if (threadIdx.x % 32 == __ffs(active) - 1)
      atomicAdd(activeLanes, __popc(active));
  }
}

__global__ void whereAllAreTogether(int *values) {
  unsigned mask = __activemask();
  int v = values[threadIdx.x];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(mask, v, d);
  __syncwarp(mask);
  values[threadIdx.x] = v;
}

__global__ void inAWarpUniformBranch(int *values, int n) {
  int v = values[threadIdx.x];
  if (threadIdx.x / 32 < n) {
    unsigned mask = __activemask();
    v += __shfl_xor_sync(mask, v, 1); // silent: whole-rows
  }
  values[threadIdx.x] = v;
}

__global__ void afterAnExit(int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mask = __activemask();
  int v = values[i];
  if (v > 0)
    v = -v;
  values[i] = __shfl_down_sync(mask, v, 1);
}

__global__ void askedForItself(int *values) {
  if (values[threadIdx.x] > 0)
    values[threadIdx.x] = __activemask() == AllLanes;
}
