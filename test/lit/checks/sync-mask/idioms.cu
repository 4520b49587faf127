// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Good code: every reduction, scan and aggregation that people write.
// no-findings

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

constexpr unsigned AllLanes = 0xffffffffu;

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_down_sync(AllLanes, v, d);
  return v;
}

// The reduction of the Programming Guide and of most of the world.
__global__ void blockSum(const float *in, float *out, int n) {
  __shared__ float partial[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    v += in[i];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  v = warpSum(v);
  if (lane == 0)
    partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;
  if (warp == 0)
    v = warpSum(v);
  if (threadIdx.x == 0)
    atomicAdd(out, v);
}

__global__ void lastWarpBelow32(const float *in, float *out) {
  __shared__ float sdata[256];
  unsigned tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (unsigned s = 128; s > 32; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    float v = sdata[tid] + sdata[tid + 32];
    v = warpSum(v);
    __syncwarp();
    if (tid == 0)
      out[blockIdx.x] = v;
  }
}

// A mask with one bit per live warp: the tail of the CUDA samples' reduction.
template <unsigned Threads>
__global__ void samplesReduction(const int *in, int *out, unsigned n) {
  __shared__ int partial[32];
  unsigned tid = threadIdx.x;
  unsigned maskLength = Threads & 31;
  maskLength = maskLength > 0 ? 32 - maskLength : maskLength;
  const unsigned mask = 0xffffffff >> maskLength;
  int v = tid < n ? in[tid] : 0;
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(mask, v, d);
  if (tid % 32 == 0)
    partial[tid / 32] = v;
  __syncthreads();
  const unsigned shared = Threads / 32 > 0 ? Threads / 32 : 1;
  const unsigned ballot = __ballot_sync(mask, tid < shared);
  if (tid < shared) {
    v = partial[tid];
    for (int d = shared / 2; d > 0; d /= 2)
      v += __shfl_down_sync(ballot, v, d);
  }
  if (tid == 0)
    out[blockIdx.x] = v;
}
template __global__ void samplesReduction<512>(const int *, int *, unsigned);
template __global__ void samplesReduction<64>(const int *, int *, unsigned);

void launchSamples(int *d) {
  samplesReduction<512><<<1, 512>>>(d, d, 512);
  samplesReduction<64><<<1, 64>>>(d, d, 64);
}

__global__ void segments(int *values) {
  int v = values[threadIdx.x];
  for (int d = 4; d > 0; d /= 2)
    v += __shfl_down_sync(AllLanes, v, d, 8);
  values[threadIdx.x] = v;
}

// Each segment names its own lanes.
__global__ void segmentMasks(int *values) {
  unsigned lane = threadIdx.x % 32;
  unsigned mask = 0xffu << (lane & ~7u);
  int v = values[threadIdx.x];
  for (int d = 4; d > 0; d /= 2)
    v += __shfl_xor_sync(mask, v, d, 8);
  values[threadIdx.x] = v;
}

__global__ void leaderBroadcast(int *tail, int *out) {
  int lane = threadIdx.x % 32;
  int base = 0;
  if (lane == 0)
    base = atomicAdd(tail, 32);
  base = __shfl_sync(AllLanes, base, 0);
  out[base + lane] = threadIdx.x;
}

__global__ void ballotBeforeTheBranch(const int *in, int *queue, int *tail,
                                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool selected = i < n && in[i] > 0;
  unsigned chosen = __ballot_sync(AllLanes, selected);
  if (selected) {
    unsigned lane = threadIdx.x % 32;
    int leader = __ffs(chosen) - 1, base = 0;
    if (lane == leader)
      base = atomicAdd(tail, __popc(chosen));
    base = __shfl_sync(chosen, base, leader);
    queue[base + __popc(chosen & ((1u << lane) - 1))] = in[i];
  }
}

__global__ void ballotForALoopsTail(const float *in, float *out) {
  unsigned mask = __ballot_sync(AllLanes, threadIdx.x % 32 < 12);
  if (threadIdx.x % 32 < 12) {
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
      v += __shfl_down_sync(mask, v, d);
    if (threadIdx.x == 0)
      out[0] = v;
  }
}

__global__ void matchGroups(const int *keys, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key = i < n ? keys[i] : -1;
  unsigned peers = __match_any_sync(AllLanes, key);
  int leader = __ffs(peers) - 1;
  if (key >= 0) {
    int count = 0;
    if (threadIdx.x % 32 == leader)
      count = atomicAdd(&sums[key], __popc(peers));
    count = __shfl_sync(peers, count, leader);
    sums[n + i] = count;
  }
}

__global__ void matchInAPartialWarp(const int *keys, int *sums) {
  int key = keys[threadIdx.x];
  unsigned here = __ballot_sync(AllLanes, key >= 0);
  if (key >= 0) {
    unsigned peers = __match_any_sync(here, key);
    if (threadIdx.x % 32 == __ffs(peers) - 1)
      atomicAdd(&sums[key], __reduce_add_sync(1u << (threadIdx.x % 32), 1));
    __syncwarp(here);
  }
}

__global__ void coalescedGroup(const int *in, int *tail, int *out) {
  if (in[threadIdx.x] > 0) {
    auto active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0)
      base = atomicAdd(tail, active.size());
    base = active.shfl(base, 0);
    out[base + active.thread_rank()] = in[threadIdx.x];
    active.sync();
    out[0] = active.any(base > 3);
    out[1] = cg::reduce(active, base, cg::plus<int>());
  }
}

// Lanes that have left the kernel are not waited for.
__global__ void exitedLanes(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float v = warpSum(in[i]);
  __syncwarp();
  out[i] = v;
}

__global__ void exitedHalf(float *out) {
  if (threadIdx.x % 32 >= 16)
    return;
  float v = out[threadIdx.x];
  for (int d = 8; d > 0; d /= 2)
    v += __shfl_xor_sync(AllLanes, v, d);
  out[threadIdx.x] = v;
}

__global__ void warpExits(float *out, int warps) {
  if (threadIdx.x / 32 >= warps)
    return;
  out[threadIdx.x] = warpSum(out[threadIdx.x]);
}

__device__ bool done(const float *in, int i, int n) { return i >= n || in[i] < 0; }

__global__ void everyoneVotes(const float *in, float *out, int n) {
  int i = threadIdx.x;
  while (!__all_sync(AllLanes, done(in, i, n))) {
    if (!done(in, i, n)) {
      out[i] = in[i];
      i += blockDim.x;
    }
    __syncwarp();
  }
}

// Loads that some lanes skip; the exchange is outside.
__global__ void guardedLoad(const float *in, float *out, int n) {
  int i = threadIdx.x;
  float v = 0;
  if (i < n)
    v = in[i];
  v = warpSum(v);
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = v;
}

__global__ void inclusiveScan(int *values) {
  int lane = threadIdx.x & 31, v = values[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(AllLanes, v, d);
    if (lane >= d)
      v += left;
  }
  values[threadIdx.x] = v;
}

// One warp produces, the others consume.
__global__ void warpSpecialized(float *out, int rounds) {
  int warp = __shfl_sync(AllLanes, threadIdx.x / 32, 0);
  if (warp == 0) {
    for (int r = 0; r < rounds; ++r) {
      if (threadIdx.x % 32 == 0)
        out[r] = 1;
      __syncwarp();
    }
  } else {
    for (int r = 0; r < rounds; ++r)
      out[r] = warpSum(out[r]);
  }
}

// The row is a warp: a value of the row agrees in all its lanes.
__global__ void rowOfAMatrix(const int *offsets, const float *cells, float *out,
                             int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row < rows) {
    float sum = 0;
    for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32)
      sum += cells[i];
    sum = warpSum(sum);
    if (lane == 0)
      out[row] = sum;
  }
}

__global__ void blocksOfOneWarp(int *values) {
  int v = values[threadIdx.x];
  if (threadIdx.x < blockDim.x)
    v = __shfl_xor_sync(AllLanes, v, 1);
  values[threadIdx.x] = v;
}

// Twenty lanes exist; the full mask names no more than there are.
__global__ void smallBlock(int *values) {
  if (threadIdx.x < 20)
    values[threadIdx.x] = __any_sync(AllLanes, values[threadIdx.x]);
  __syncwarp();
}
void launchSmall(int *values) { smallBlock<<<1, 20>>>(values); }

// A value of the warp in shared memory: __syncwarp() ends the writes of its lanes.
__global__ void limitOfTheWarp(const int *in, int *out) {
  __shared__ int limits[8];
  unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0)
    limits[warp] = in[warp];
  __syncwarp();
  for (int i = 0; i < limits[warp]; ++i)
    out[threadIdx.x] += __shfl_xor_sync(AllLanes, out[threadIdx.x], 1); // silent: whole-rows
}

__global__ void limitsOfAllWarps(const int *in, int *out) {
  __shared__ int limits[8];
  unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0)
    limits[warp] = in[warp];
  __syncthreads();
  if (limits[warp] > 3)
    out[threadIdx.x] = __shfl_xor_sync(AllLanes, out[threadIdx.x], 1); // silent: whole-rows
}

__global__ void queueOfWarps(const int *queue, int *head, int *out, int n) {
  while (true) {
    int item = 0;
    if (threadIdx.x % 32 == 0)
      item = atomicAdd(head, 1);
    item = __shfl_sync(AllLanes, item, 0);
    if (item >= n)
      break;
    __syncwarp();
    out[item * 32 + threadIdx.x % 32] = queue[item];
  }
}

// One lane after the other has its turn; all lanes go along.
__global__ void turns(const int *in, int *out) {
  int v = in[threadIdx.x];
  unsigned todo = __ballot_sync(AllLanes, v > 0);
  while (todo) {
    int w = __shfl_sync(AllLanes, v, __ffs(todo) - 1);
    out[w] = __popc(__ballot_sync(AllLanes, w == v));
    todo &= todo - 1;
  }
}

__global__ void roundedUp(int *values, int n) {
  int rounded = (n + 31) / 32 * 32;
  for (int i = threadIdx.x; i < rounded; i += blockDim.x) {
    int v = i < n ? values[i] : 0;
    values[i] = __shfl_down_sync(AllLanes, v, 1);
  }
}

__global__ void maskOfTheNextRound(const int *in, int *out, int n) {
  unsigned mask = __ballot_sync(AllLanes, threadIdx.x < n);
  for (int i = threadIdx.x; i < n; i += 32) {
    int v = in[i];
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(mask, v, d);
    mask = __ballot_sync(mask, i + 32 < n);
    out[i] = v;
  }
}
