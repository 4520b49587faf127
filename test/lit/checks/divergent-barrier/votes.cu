// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A vote is the same for a warp. It is the same for the block where every warp
// votes over the same 32 values.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define FULL 0xffffffffu

__shared__ float tile[64];
__shared__ int flags[64];

// --- The same in every warp -------------------------------------------------------

// Rows of 32 threads: threadIdx.x is the lane.
__global__ void everyWarpReadsAllFlags(const float *in, float *out) {
  int tid = 32 * threadIdx.y + threadIdx.x;
  for (int k = 0; k < 10; ++k) {
    flags[tid % 64] = in[k * 64 + tid] > 0;
    __syncthreads();
    bool skip = true;
    for (int i = 0; i < 64; i += 32)
      skip = skip && flags[i + threadIdx.x];
    if (__all_sync(FULL, skip)) {
      __syncthreads(); // silent: rows-of-warps, whole-warps
      continue;
    }
    tile[tid % 64] = in[tid];
    __syncthreads(); // silent: rows-of-warps, whole-warps
    out[tid] += tile[(tid + 1) % 64];
    __syncthreads();
  }
}

__global__ void lanesOfARow(const int *in, float *out) {
  if (threadIdx.x < 64)
    flags[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int lane = threadIdx.x % 32;
  if (__any_sync(FULL, flags[lane]))
    __syncthreads(); // silent: whole-rows, whole-warps
  if (__ballot_sync(FULL, in[threadIdx.x & 31] > 3) == 7)
    __syncthreads(); // silent: whole-rows, whole-warps
  if (__popc(__ballot_sync(FULL, flags[lane] > out[0])) > 16)
    __syncthreads(); // silent: whole-rows, whole-warps
  if (__reduce_max_sync(FULL, unsigned(in[lane])) > 3)
    __syncthreads(); // silent: whole-rows, whole-warps
  if (__shfl_sync(FULL, in[lane], 3) > 0)
    __syncthreads(); // silent: whole-rows, whole-warps
  int pairs = in[lane] + __shfl_xor_sync(FULL, in[lane], 1);
  if (__all_sync(FULL, pairs > 0))
    __syncthreads(); // silent: whole-rows, whole-warps
}

__global__ void lanesOfATile(const int *in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.any(in[warp.thread_rank()] > 0))
    __syncthreads(); // silent: whole-warps
}

__global__ void launchedInRows(const int *in) {
  if (__any_sync(FULL, in[threadIdx.x] > 0))
    __syncthreads();
}

void launchRows(const int *in) { launchedInRows<<<4, dim3(32, 8)>>>(in); }

// --- Different by warp ------------------------------------------------------------

__global__ void eachWarpVotesOverItsOwn(const int *in, int *out) {
  if (__any_sync(FULL, in[threadIdx.x] > 0))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  // note@-2: this condition differs between threads of one block
  // note@-3: the result of '__any_sync()' varies by warp
  // note@-4: 'in' is read at an address that varies by thread
  unsigned vote = __ballot_sync(FULL, in[threadIdx.x] > 3);
  if (vote == 7)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  // note@-3: 'vote' varies by warp: it gets its value here
  if (__shfl_sync(FULL, in[threadIdx.x], 0))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  if (__shfl_sync(FULL, in[threadIdx.x % 32], threadIdx.x / 32))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void theWarpIsInTheOperand(const int *in) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (__any_sync(FULL, in[lane] > warp))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void theWarpChoosesTheOperand(const int *in) {
  int value = in[threadIdx.x % 32];
  if (threadIdx.x < 64)
    value = 0;
  if (__any_sync(FULL, value))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

__global__ void rowsAreLonger(const int *in) {
  if (__any_sync(FULL, in[threadIdx.x] > 0))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}

void launchLongRows(const int *in) { rowsAreLonger<<<4, dim3(64, 8)>>>(in); }

// The next round overwrites the flags before all warps have voted.
__global__ void flagsChangeWhileWarpsVote(const int *in, float *out) {
  int tid = 32 * threadIdx.y + threadIdx.x;
  for (int k = 0; k < 10; ++k) {
    flags[tid % 64] = in[k * 64 + tid] > 0;
    __syncthreads();
    if (__all_sync(FULL, flags[threadIdx.x]))
      continue;
    tile[tid % 64] = in[tid];
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-4: the result of '__all_sync()' varies by warp
    // note@-5: 'flags' is read here, and another thread can change it before all threads of the block have read it
    // note@-8: it is written here
    out[tid] += tile[(tid + 1) % 64];
    __syncthreads();
  }
}
