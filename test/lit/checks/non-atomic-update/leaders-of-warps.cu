// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Lanes with one key elect one of them, and so do those of the other warps.

__device__ int leader(unsigned lanes) { return 31 - __clz(lanes); }

__global__ void countsOfWarps(const int *key, unsigned *count) {
  __shared__ unsigned bins[32];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32)
    bins[t] = 0;
  __syncthreads();
  int k = key[t] & 31;
  unsigned alike = __match_any_sync(0xffffffffu, k);
  if (lane == leader(alike))
    bins[k] += __popc(alike); // warn non-atomic-update: an element of 'bins'
  __syncthreads();
  if (t < 32)
    count[t] = bins[t];
}
void launchCountsOfWarps(const int *key, unsigned *count) { countsOfWarps<<<1, 256>>>(key, count); }

__global__ void countsOfOneWarp(const int *key, unsigned *count) {
  __shared__ unsigned bins[32];
  int lane = threadIdx.x, k = key[lane] & 31;
  bins[lane] = 0;
  __syncwarp();
  unsigned alike = __match_any_sync(0xffffffffu, k);
  if (lane == leader(alike))
    bins[k] += __popc(alike);
  __syncwarp();
  count[lane] = bins[lane];
}
void launchCountsOfOneWarp(const int *key, unsigned *count) { countsOfOneWarp<<<1, 32>>>(key, count); }

__global__ void binsOfEachWarp(const int *key, unsigned *count) {
  __shared__ unsigned bins[8][32];
  int t = threadIdx.x, lane = t % 32, k = key[t] & 31;
  bins[t / 32][lane] = 0;
  __syncwarp();
  unsigned alike = __match_any_sync(0xffffffffu, k);
  if (lane == leader(alike))
    bins[t / 32][k] += __popc(alike);
  __syncthreads();
  atomicAdd(&count[lane], bins[t / 32][lane]);
}
void launchBinsOfEachWarp(const int *key, unsigned *count) { binsOfEachWarp<<<1, 256>>>(key, count); }

// The leaders of all warps come one at a time.
__global__ void locked(const int *key, unsigned *count, int *lock) {
  int t = threadIdx.x, lane = t % 32, k = key[t] & 31;
  unsigned alike = __match_any_sync(0xffffffffu, k);
  if (lane == leader(alike) && atomicCAS(lock + k, 0, 1) == 0)
    count[k] += __popc(alike); // silent: elected-thread
}
void launchLocked(const int *key, unsigned *count, int *lock) { locked<<<1, 256>>>(key, count, lock); }
