// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Masks that each lane computes from its own place.

__global__ void differByLane(int *values) {
  unsigned lane = threadIdx.x % 32;
  unsigned mask = 0xffffffffu >> lane << lane;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]); // warn sync-mask: '__any_sync()' is executed with different masks by lane 0 and lane 1
  // note@-1: let all lanes of a group compute the same mask, or take it with __match_any_sync()
}

__global__ void lanesBelowMine(int *values) {
  unsigned lane = threadIdx.x % 32;
  unsigned mask = (1u << lane) - 1;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]); // warn sync-mask: is executed by lane 0, which its mask does not name
}

__global__ void pairsThatOverlap(int *values) {
  unsigned lane = threadIdx.x & 31;
  unsigned mask = 3u << lane;
  values[threadIdx.x] = __shfl_down_sync(mask, values[threadIdx.x], 1); // warn sync-mask: is executed with different masks by lane 0 and lane 1
}

__global__ void theOthersHalf(int *values) {
  unsigned lane = threadIdx.x & 31;
  unsigned mask = lane < 16 ? 0xffff0000u : 0x0000ffffu;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]); // warn sync-mask: is executed by lane 0, which its mask does not name
}

__global__ void countFromAConstant(int *values) {
  const int lanes = 12;
  unsigned mask = (1u << lanes) - 1;
  values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]); // warn sync-mask: is executed by lane 12, which its mask does not name
}

// The segments' masks are right, but every other lane stays away.
__global__ void segmentsInABranch(int *values) {
  unsigned lane = threadIdx.x & 31;
  unsigned mask = 0xffu << (lane & 24);
  if (lane % 2 == 0)
    values[threadIdx.x] = __shfl_xor_sync(mask, values[threadIdx.x], 2); // warn sync-mask: waits for lane 1, which does not come here with lane 0
  values[threadIdx.x + 256] = 0;
}

// --- Silent -------------------------------------------------------------------

__global__ void segments(int *values) {
  unsigned lane = threadIdx.x & 31;
  unsigned eight = 0xffu << (lane & 24), four = 0xfu << (lane / 4 * 4);
  unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  int v = values[threadIdx.x];
  v += __shfl_xor_sync(eight, v, 4, 8);
  v += __shfl_xor_sync(four, v, 2, 4);
  v += __shfl_xor_sync(half, v, 8, 16);
  v += __any_sync(3u << (lane & ~1u), v);
  __syncwarp(1u << lane);
  values[threadIdx.x] = v;
}

__global__ void segmentInItsBranch(int *values) {
  unsigned lane = threadIdx.x & 31;
  unsigned mask = (1u << 12) - 1;
  if (lane < 12)
    values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]);
  else
    values[threadIdx.x] = __any_sync(~mask, values[threadIdx.x]);
}

__global__ void branchOnTheSegment(int *values) {
  unsigned lane = threadIdx.x & 31, group = lane / 8;
  unsigned mask = 0xffu << (group * 8);
  if (group < 3)
    values[threadIdx.x] = __shfl_xor_sync(mask, values[threadIdx.x], 1, 8);
}

template <int Size> __device__ int sumOfGroup(int v) {
  unsigned first = (threadIdx.x & 31) / Size * Size;
  unsigned mask = Size == 32 ? 0xffffffffu : ((1u << Size % 32) - 1) << first;
  for (int d = Size / 2; d > 0; d /= 2)
    v += __shfl_xor_sync(mask, v, d, Size);
  return v;
}

__global__ void groups(int *values) {
  int v = values[threadIdx.x];
  v += sumOfGroup<32>(v) + sumOfGroup<16>(v) + sumOfGroup<4>(v);
  if ((threadIdx.x & 16) == 0)
    v += sumOfGroup<16>(v) + sumOfGroup<8>(v);
  values[threadIdx.x] = v;
}

// From a count that is not known here.
__global__ void fromAParameter(int *values, int lanes) {
  unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
  if (threadIdx.x < lanes)
    values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]);
}

__global__ void handedOver(int *values, const unsigned *masks) {
  unsigned mask = masks[threadIdx.x / 32];
  if (mask >> (threadIdx.x % 32) & 1)
    values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]);
}

__global__ void ballotNarrowed(int *values) {
  unsigned mask = __ballot_sync(~0u, values[threadIdx.x] > 0);
  mask &= 0x0000ffffu;
  if (mask >> (threadIdx.x % 32) & 1)
    values[threadIdx.x] = __any_sync(mask, values[threadIdx.x]);
}
