// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Two slots that one counter has handed out are different ones. Any other
// element may be one of them, and two warps that each count for themselves hand
// out the same ones.

__device__ unsigned lanesBelow() { return (1u << (threadIdx.x & 31)) - 1; }

//===----------------------------------------------------------------------===//
// Read before the others have stored
//===----------------------------------------------------------------------===//

__global__ void compactsTooEarly(const float *in, float *out) {
  __shared__ float kept[256];
  __shared__ unsigned used;
  const unsigned t = threadIdx.x;
  if (t == 0)
    used = 0;
  kept[t] = 0.f;
  __syncthreads();
  const float mine = in[blockIdx.x * 256 + t];
  if (mine != 0.f) {
    const unsigned slot = atomicInc(&used, 255);
    kept[slot] = mine; // silent: elected-index
  }
  out[blockIdx.x * 256 + t] = kept[255 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchCompactsTooEarly(const float *in, float *out, int n) { compactsTooEarly<<<n, 256>>>(in, out); }

struct Queue {
  int end;
  int items[64];
};

__device__ void push(Queue &to, int item) { to.items[atomicAdd(&to.end, 1)] = item; } // silent: elected-index

__global__ void pushesAndPeeks(const int *in, int *out) {
  __shared__ Queue queue;
  if (threadIdx.x == 0)
    queue.end = 0;
  __syncthreads();
  push(queue, in[threadIdx.x]);
  if (threadIdx.x < 4)
    out[threadIdx.x] = queue.items[threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}
void launchPushesAndPeeks(const int *in, int *out) { pushesAndPeeks<<<1, 64>>>(in, out); }

__global__ void pushesAndReads(const int *in, int *out) {
  __shared__ Queue queue;
  if (threadIdx.x == 0)
    queue.end = 0;
  __syncthreads();
  push(queue, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = queue.items[threadIdx.x];
}
void launchPushesAndReads(const int *in, int *out) { pushesAndReads<<<1, 64>>>(in, out); }

__global__ void warpPacksTooEarly(const int *in, int *out) {
  __shared__ int packed[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, item = in[threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, item & 1);
  if (item & 1)
    packed[warp][__popc(votes & lanesBelow())] = item; // silent: elected-index
  if (lane < __popc(votes))
    out[threadIdx.x] = packed[warp][lane]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}
void launchWarpPacksTooEarly(const int *in, int *out) { warpPacksTooEarly<<<1, 128>>>(in, out); }

__global__ void warpPacks(const int *in, int *out) {
  __shared__ int packed[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, item = in[threadIdx.x];
  unsigned votes = __ballot_sync(0xffffffffu, item & 1);
  if (item & 1)
    packed[warp][__popc(votes & lanesBelow())] = item; // silent: elected-index
  __syncwarp();
  if (lane < __popc(votes))
    out[threadIdx.x] = packed[warp][lane]; // silent: in-bounds, own-part
}
void launchWarpPacks(const int *in, int *out) { warpPacks<<<1, 128>>>(in, out); }

// The part of a warp may be written without an array of its own.
__global__ void warpPacksFlat(const int *in, int *out) {
  __shared__ int packed[128];
  int t = threadIdx.x, item = in[t];
  unsigned votes = __ballot_sync(0xffffffffu, item & 1);
  if (item & 1)
    packed[(t & ~31) + __popc(votes & lanesBelow())] = item; // silent: own-part
  __syncwarp();
  out[t] = packed[t]; // silent: own-part
}
void launchWarpPacksFlat(const int *in, int *out) { warpPacksFlat<<<1, 128>>>(in, out); }

//===----------------------------------------------------------------------===//
// Who counts
//===----------------------------------------------------------------------===//

__global__ void allWarpsFromZero(const int *in, int *out) {
  __shared__ int packed[128];
  int t = threadIdx.x, item = in[t];
  unsigned votes = __ballot_sync(0xffffffffu, item > 7);
  if (item > 7)
    packed[__popc(votes & lanesBelow())] = item; // warn shared-memory-race: is written by several threads at once
  __syncthreads();
  out[t] = packed[t & 31];
}
void launchAllWarpsFromZero(const int *in, int *out) { allWarpsFromZero<<<1, 128>>>(in, out); }

// The first lane asks for the places of its warp.
__global__ void warpsAskForRoom(const int *in, int *out) {
  __shared__ int packed[128], used;
  int t = threadIdx.x, item = in[t], from = 0;
  if (t == 0)
    used = 0;
  __syncthreads();
  unsigned votes = __ballot_sync(0xffffffffu, item > 7);
  if (t % 32 == 0)
    from = atomicAdd(&used, __popc(votes));
  from = __shfl_sync(0xffffffffu, from, 0);
  if (item > 7)
    packed[from + __popc(votes & lanesBelow())] = item; // silent: elected-index
  __syncthreads();
  if (t < used)
    out[t] = packed[t];
}
void launchWarpsAskForRoom(const int *in, int *out) { warpsAskForRoom<<<1, 128>>>(in, out); }

// Slots of two counters, from both ends.
__global__ void partitions(const int *in, int *out, int pivot) {
  __shared__ int parts[128], low, high;
  int t = threadIdx.x, item = in[t];
  if (t < 1)
    low = high = 0;
  __syncthreads();
  if (item < pivot)
    parts[atomicAdd(&low, 1)] = item; // silent: elected-index
  else
    parts[127 - atomicAdd(&high, 1)] = item; // silent: elected-index
  __syncthreads();
  out[t] = parts[t];
}
void launchPartitions(const int *in, int *out, int pivot) { partitions<<<1, 128>>>(in, out, pivot); }

// Whoever asks how far the counter was reads what lies before.
__global__ void levels(const int *next, int *out) {
  __shared__ int queue[512], end;
  if (threadIdx.x == 0) {
    end = 1;
    queue[0] = 0;
  }
  __syncthreads();
  for (int begin = 0; begin < end;) {
    const int last = end;
    __syncthreads();
    for (int i = begin + threadIdx.x; i < last; i += blockDim.x) {
      int to = next[queue[i]];
      if (to >= 0)
        queue[atomicAdd(&end, 1)] = to; // silent: elected-index
    }
    begin = last;
    __syncthreads();
  }
  out[threadIdx.x] = queue[threadIdx.x];
}
void launchLevels(const int *next, int *out) { levels<<<1, 128>>>(next, out); }
