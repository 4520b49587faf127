// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Ranks that a scan of the warp has left in shared memory are different for
// different threads: where these store, they store to elements of their own.

__device__ int scanOf(int v) {
  for (int by = 1; by < 32; by *= 2) {
    int below = __shfl_up_sync(0xffffffff, v, by);
    if (threadIdx.x % 32 >= by)
      v += below;
  }
  return v;
}

// What has no rank goes to the first element.
__global__ void sorts(const int *keep, int *out) {
  __shared__ int rank[128], kept[129];
  int t = threadIdx.x, k = keep[t];
  rank[t] = scanOf(k != 0); // silent: elected-index
  __syncthreads();
  if (k == 0)
    kept[0] = 0; // silent: elected-index
  else
    kept[rank[(t + 1) % 128]] = k; // silent: elected-index
  __syncthreads();
  out[t] = kept[t];
}
void launchSorts(const int *keep, int *out) { sorts<<<1, 128>>>(keep, out); }

__global__ void splits(const unsigned *key, unsigned *out) {
  extern __shared__ unsigned memory[];
  __shared__ unsigned place[256];
  unsigned t = threadIdx.x;
  place[t] = __popc(__ballot_sync(~0u, key[t] & 1) & ((1u << (t & 31)) - 1)) + t / 32 * 32;
  __syncthreads();
  if (t == 0)
    memory[256] = 0;
  memory[place[t ^ 1]] = key[t ^ 1]; // silent: elected-index
  __syncthreads();
  out[t] = memory[t] + memory[256];
}
void launchSplits(const unsigned *key, unsigned *out) { splits<<<1, 256, 2048>>>(key, out); }

// Whoever reads may be early.
__global__ void readsTooEarly(const int *keep, int *out) {
  __shared__ int rank[128], kept[129];
  int t = threadIdx.x, k = keep[t];
  rank[t] = scanOf(k != 0);
  __syncthreads();
  if (k)
    kept[rank[(t + 1) % 128]] = k; // silent: elected-index
  out[t] = kept[t]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchReadsTooEarly(const int *keep, int *out) { readsTooEarly<<<1, 128>>>(keep, out); }

// Numbers that no operation gave out.
__global__ void bySize(const int *size, int *out) {
  __shared__ int width[128], slots[512];
  int t = threadIdx.x;
  width[t] = size[t];
  __syncthreads();
  if (t == 0)
    slots[3] = -1; // warn shared-memory-race: is written while another thread of the block may still write it
  else
    slots[width[t - 1]] = t; // silent: distinct-indices
  __syncthreads();
  out[t] = slots[t];
}
void launchBySize(const int *size, int *out) { bySize<<<1, 128>>>(size, out); }
