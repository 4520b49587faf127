// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Masks that votes over where threads stand give.

constexpr unsigned full = 0xffffffffu;

// The lanes of the mask come.
__global__ void lowHalf(const int *in, int *out) {
  int lane = threadIdx.x % 32;
  unsigned low = __ballot_sync(full, lane < 16);
  if (lane < 16)
    out[threadIdx.x] = __shfl_down_sync(low, in[threadIdx.x], 8);
}

// All lanes come, and those of the upper half are not named.
__global__ void allLanes(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  unsigned low = __ballot_sync(full, lane < 16);
  out[threadIdx.x] = __shfl_down_sync(low, in[threadIdx.x], 8); // warn sync-mask: {{}}
}

// The other half comes.
__global__ void otherHalf(const int *in, int *out) {
  unsigned lane = threadIdx.x % warpSize, even = __ballot_sync(full, lane % 2 == 0);
  if (lane % 2)
    out[threadIdx.x] = __shfl_xor_sync(even, in[threadIdx.x], 2); // warn sync-mask: {{}}
}

// Each pair has a mask of its own.
__global__ void byPairs(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  unsigned pair = __match_any_sync(full, lane / 2);
  out[threadIdx.x] = __shfl_xor_sync(pair, in[threadIdx.x], 1);
}

// A constant number of cells, of which the last lanes have none in the end.
__global__ void strided(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  unsigned mask = __ballot_sync(full, lane < 80);
  for (int i = lane; i < 80; i += 32) {
    out[i] = __shfl_sync(mask, in[i], 0);
    mask = __ballot_sync(mask, i + 32 < 80);
  }
}

void launch(const int *i, int *o) {
  lowHalf<<<4, 64>>>(i, o);
  allLanes<<<4, 64>>>(i, o);
  otherHalf<<<4, 64>>>(i, o);
  byPairs<<<4, 64>>>(i, o);
  strided<<<4, 64>>>(i, o);
}
