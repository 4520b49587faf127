// RUN: %verify %s --checks=-*,warplint-*-race,warplint-implicit-warp-sync
//
// An atomic lets one thread pass for each address, a vote one lane of each warp:
// what those change is still changed by several.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// --- Found: one thread for each address -------------------------------------------

__global__ void frontier(const int *neighbor, int *level, int *out, int n, int now) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&level[neighbor[i]], -1, now) == -1)
    count++; // warn shared-memory-race: 'count' is overwritten while another thread of the block may still read it
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count; // silent: no-alias
}
void launchFrontier(const int *neighbor, int *level, int *out, int n) {
  frontier<<<(n + 255) / 256, 256>>>(neighbor, level, out, n, 1);
}

__global__ void lastOfPair(int *came, float *sum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (atomicAdd(&came[i / 2], 1) == 1)
    sum[i / 4] += 1; // warn implicit-warp-sync: may still read it
}
void launchLastOfPair(int *came, float *sum) { lastOfPair<<<4, 256>>>(came, sum); }

__global__ void lastOfTile(float *total, unsigned *came, unsigned parts) {
  __shared__ bool last;
  if (threadIdx.x == 0)
    last = atomicAdd(&came[blockIdx.x], 1) == parts - 1;
  __syncthreads();
  if (last && threadIdx.x == 0)
    *total += 1; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchLastOfTile(float *total, unsigned *came) {
  lastOfTile<<<dim3(8, 4), 256>>>(total, came, 4);
}

// --- Found: one lane of each warp --------------------------------------------------

__global__ void firstOfVote(const int *in, int *total) {
  unsigned found = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (threadIdx.x % 32 == __ffs(found) - 1)
    *total += __popc(found); // warn global-memory-race: is overwritten while another thread of the block may still read it
}
void launchFirstOfVote(const int *in, int *total) { firstOfVote<<<1, 256>>>(in, total); }

__device__ unsigned lanesBelow() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
__global__ void firstOfActive(const int *in, int *total) {
  if (in[blockIdx.x * 256 + threadIdx.x] <= 0)
    return;
  unsigned active = __activemask();
  int first;
  if (__popc(active & lanesBelow()) == 0) {
    first = *total;
    *total = first + __popc(active); // warn global-memory-race: is overwritten while a thread of another block may still read it
  }
}
void launchFirstOfActive(const int *in, int *total) { firstOfActive<<<4, 256>>>(in, total); }

__global__ void firstOfGroup(const int *in, int *total) {
  if (in[blockIdx.x * 256 + threadIdx.x] > 0) {
    auto group = cg::coalesced_threads();
    if (group.thread_rank() == 0)
      *total += group.size(); // warn global-memory-race: is overwritten while a thread of another block may still read it
  }
}
void launchFirstOfGroup(const int *in, int *total) { firstOfGroup<<<4, 256>>>(in, total); }

__global__ void firstOfEqual(const int *key, int *distinct) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  unsigned equal = __match_any_sync(~0u, key[threadIdx.x]);
  if (threadIdx.x % 32 == __ffs(equal) - 1)
    ++count; // warn shared-memory-race: 'count' is overwritten while another thread of the block may still read it
  __syncthreads();
  if (threadIdx.x == 0)
    *distinct = count;
}
void launchFirstOfEqual(const int *key, int *distinct) { firstOfEqual<<<1, 256>>>(key, distinct); }

// --- Found: what a block has counted for itself chooses no block --------------------

__global__ void merge(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
    atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  if (own[threadIdx.x])
    bins[threadIdx.x] += own[threadIdx.x]; // warn global-memory-race: is overwritten while a thread of another block may still read it
}
void launchMerge(const unsigned char *in, unsigned *bins, int n) { merge<<<64, 256>>>(in, bins, n); }

// --- Silent: one address, or as many as there are elements -------------------------

__global__ void lastOfAll(const float *in, float *total, unsigned *came) {
  __shared__ bool last;
  if (threadIdx.x == 0)
    last = atomicAdd(came, 1) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0)
    *total += in[0]; // silent: elected-thread
}
void launchLastOfAll(const float *in, float *total, unsigned *came) { lastOfAll<<<64, 256>>>(in, total, came); }

__global__ void lastOfEachPair(int *came, float *sum) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (atomicAdd(&came[i / 2], 1) == 1)
    sum[i / 2] += 1;
}
void launchLastOfEachPair(int *came, float *sum) { lastOfEachPair<<<4, 256>>>(came, sum); }

__global__ void lastOfTiles(float *sum, unsigned *came, unsigned parts) {
  __shared__ bool last;
  if (threadIdx.x == 0)
    last = atomicAdd(&came[blockIdx.x], 1) == parts - 1;
  __syncthreads();
  if (last)
    sum[blockIdx.x * 256 + threadIdx.x] += 1;
}
void launchLastOfTiles(float *sum, unsigned *came) {
  lastOfTiles<<<dim3(8, 4), 256>>>(sum, came, 4);
}

// What one level has finished goes to the next, where there is one counter.
__global__ void lastOfLevels(float *total, unsigned *came) {
  if (threadIdx.x == 0 && atomicAdd(&came[blockIdx.x / 8], 1) == 7)
    if (atomicAdd(&came[99], 1) == gridDim.x / 8 - 1)
      *total += 1; // silent: elected-thread
}
void launchLastOfLevels(float *total, unsigned *came) { lastOfLevels<<<64, 256>>>(total, came); }

// Lanes and blocks are told what one atomic has given.
__global__ void toldByShuffle(float *total, unsigned *came) {
  int last = 0;
  if (threadIdx.x % 32 == 0)
    last = atomicAdd(came, 1) == 7;
  last = __shfl_sync(~0u, last, 0);
  if (last && threadIdx.x % 32 == 0)
    *total += 1; // silent: elected-thread
}
void launchToldByShuffle(float *total, unsigned *came) { toldByShuffle<<<8, 256>>>(total, came); }

__global__ void toldByBarrier(float *total, unsigned *came) {
  bool last = false;
  if (threadIdx.x == 0)
    last = atomicAdd(came, 1) == gridDim.x - 1;
  if (__syncthreads_or(last))
    total[threadIdx.x] += 1; // silent: elected-thread
}
void launchToldByBarrier(float *total, unsigned *came) { toldByBarrier<<<8, 256>>>(total, came); }

// --- Silent: others wait -----------------------------------------------------------

__global__ void underTheLock(float *total, int *lock) {
  __shared__ int mine;
  if (threadIdx.x == 0) {
    mine = threadIdx.x + 1;
    while (atomicCAS(lock, 0, 1))
      ;
  }
  __syncthreads();
  __threadfence();
  if (mine > 0)
    total[threadIdx.x] += mine; // silent: elected-thread
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(lock, 0);
}
void launchUnderTheLock(float *total, int *lock) { underTheLock<<<8, 256>>>(total, lock); }

__global__ void inTurn(volatile int *turn, int *came, float *total) {
  if (threadIdx.x == 0) {
    while (*turn != (int)blockIdx.x)
      ;
    __threadfence();
    if (atomicAdd(&came[blockIdx.x], 1) == 0)
      total[0] += 1; // silent: elected-thread
    __threadfence();
    *turn = blockIdx.x + 1;
  }
}
void launchInTurn(int *turn, int *came, float *total) { inTurn<<<8, 32>>>(turn, came, total); }

// --- Silent: one warp ---------------------------------------------------------------

__global__ void firstOfOneWarp(const int *in, int *total) {
  unsigned found = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (threadIdx.x == __ffs(found) - 1)
    *total += 1;
}
void launchFirstOfOneWarp(const int *in, int *total) { firstOfOneWarp<<<1, 32>>>(in, total); }
