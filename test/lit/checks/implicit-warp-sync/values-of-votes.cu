// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-divergent-barrier,warplint-shared-memory-race
//
// A vote gives 0 or 1, and a count of lanes is no larger than the warp: what
// stands behind a larger number never runs.

constexpr unsigned All = 0xffffffffu;

__global__ void voteOfSize(const int *sizes, int *out) {
  __shared__ int owner[8];
  int size = sizes[threadIdx.x], lane = threadIdx.x & 31;
  int warp = threadIdx.x >> 5;
  while (__any_sync(All, size) >= 32) {
    owner[warp] = lane;
    if (owner[warp] == lane)
      size = 0;
    __syncthreads();
  }
  out[threadIdx.x] = size;
}
void launchVoteOfSize(const int *sizes, int *out) { voteOfSize<<<1, 256>>>(sizes, out); }

__global__ void voteOnSize(const int *sizes, int *out) {
  __shared__ int owner[8];
  int size = sizes[threadIdx.x], lane = threadIdx.x & 31;
  int warp = threadIdx.x >> 5;
  while (__any_sync(All, size >= 32)) {
    owner[warp] = lane; // warn shared-memory-race: is written by several threads at once
    if (owner[warp] == lane) // warn implicit-warp-sync: may still write it
      size = 0;
  }
  out[threadIdx.x] = size;
}
void launchVoteOnSize(const int *sizes, int *out) { voteOnSize<<<1, 256>>>(sizes, out); }

__global__ void barrierBehindVotes(const int *sizes, int *out) {
  __shared__ int left[256];
  int size = sizes[threadIdx.x];
  if (__all_sync(All, size) > 1)
    __syncthreads();
  if (__popc(__ballot_sync(All, size)) > 32)
    __syncthreads();
  if (__ffs(__ballot_sync(All, size)) >= 33)
    __syncthreads();
  if (__clz(size) > 32 || __popc(size) < 0)
    __syncthreads();
  bool isOne = __any_sync(All, size);
  if (isOne + __all_sync(All, size) == 3)
    __syncthreads();
  left[threadIdx.x] = size;
  out[threadIdx.x] = left[threadIdx.x];
}
void launchBarrierBehindVotes(const int *sizes, int *out) { barrierBehindVotes<<<1, 256>>>(sizes, out); }

__global__ void barrierBehindCounts(const int *sizes, int *out) {
  int size = sizes[threadIdx.x];
  if (__all_sync(All, size) > 0)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  if (__popc(__ballot_sync(All, size)) > 31)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  if (__ffs(size) >= 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  if (__ballot_sync(All, size) >= 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[threadIdx.x] = size;
}
void launchBarrierBehindCounts(const int *sizes, int *out) { barrierBehindCounts<<<1, 256>>>(sizes, out); }

// A shuffle gives one of the numbers that lanes have.
__global__ void shuffledPlaces(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  int from = __shfl_sync(All, lane, in[threadIdx.x]);
  if (from > 31)
    __syncthreads();
  int other = __shfl_sync(All, int(threadIdx.x), in[threadIdx.x]);
  if (other > 31)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  out[threadIdx.x] = from;
}
void launchShuffledPlaces(const int *in, int *out) { shuffledPlaces<<<1, 256>>>(in, out); }
