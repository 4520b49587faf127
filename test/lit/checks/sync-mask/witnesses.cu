// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// Which lanes come depends on data: a lane stays away only if some data that agree
// with all that is known on the path keep it away. The mask, the guard and the bound
// of a loop are made of the same data.

constexpr unsigned Full = 0xffffffff;

// --- A mask that says how many lanes there are -----------------------------

__device__ unsigned lanesIn(int i, int n) {
  return i / 32 < n / 32 ? Full : (1u << (n % 32)) - 1;
}

__global__ void endsOfFullWarps(const int *sizes, int *out) {
  int n = sizes[blockIdx.x], carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    if (i < n) {
      unsigned mask = lanesIn(i, n);
      if (mask == Full && (threadIdx.x == 0 || threadIdx.x == 31))
        carry = __shfl_down_sync(0x80000001, carry, 31);
      out[i] = carry;
    }
    __syncwarp();
  }
}

__global__ void endsOfSomeWarps(const int *sizes, int *out) {
  int n = sizes[blockIdx.x], carry = 0;
  for (int i = threadIdx.x; i < (n + 31) / 32 * 32; i += 32) {
    if (i < n) {
      unsigned mask = lanesIn(i, n);
      if (mask != 0 && (threadIdx.x == 0 || threadIdx.x == 31))
        carry = __shfl_down_sync(0x80000001, carry, 31); // warn sync-mask: waits for lanes that may not come here
      out[i] = carry;
    }
    __syncwarp();
  }
}

// The last index of the warp, in another spelling.
__global__ void lastOfWarpToo(const int *sizes, int *out) {
  int n = sizes[blockIdx.x];
  int i = threadIdx.x;
  bool whole = i - i % 32 + 32 <= n;
  if (i < n && whole)
    out[i] = __reduce_add_sync(Full, i);
}

__global__ void notTheLastOfWarp(const int *sizes, int *out) {
  int n = sizes[blockIdx.x];
  int i = threadIdx.x;
  bool most = i - i % 32 + 31 <= n;
  if (i < n && most)
    out[i] = __reduce_add_sync(Full, i); // warn sync-mask: waits for lanes that may not come here
}

// --- Votes -----------------------------------------------------------------

__global__ void byBallot(const int *in, int *out) {
  bool mine = in[threadIdx.x] > 3;
  unsigned mask = __ballot_sync(Full, mine);
  if (mine && mask == Full)
    out[threadIdx.x] = __shfl_xor_sync(Full, in[threadIdx.x], 1);
}

__global__ void byFirstOfBallot(const int *in, int *out) {
  bool mine = in[threadIdx.x] > 3;
  unsigned mask = __ballot_sync(Full, mine);
  if (mine && (mask & 1))
    out[threadIdx.x] = __shfl_xor_sync(Full, in[threadIdx.x], 1); // warn sync-mask: waits for lanes that may not come here
}

__global__ void ifAll(const int *in, int *out) {
  int mine = in[threadIdx.x];
  if (__all_sync(Full, mine != 0))
    if (mine)
      __syncwarp();
  if (!__any_sync(Full, mine < 0)) {
    if (mine < 0)
      return;
    out[threadIdx.x] = __shfl_down_sync(Full, mine, 1);
  }
}

__global__ void ifAny(const int *in, int *out) {
  int mine = in[threadIdx.x];
  if (__any_sync(Full, mine != 0))
    if (mine)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  out[threadIdx.x] = mine;
}

// Another condition than the one that was voted on.
__global__ void ifAllOfAnother(const int *in, int *out) {
  int mine = in[threadIdx.x];
  if (__all_sync(Full, mine > 0))
    if (mine > 1)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  if (__all_sync(Full, mine > 1))
    if (mine > 0)
      __syncwarp();
  out[threadIdx.x] = mine;
}

// --- Bounds of loops -------------------------------------------------------

#define QUADS(NAME, BOUND, STEP)                                               \
  __global__ void NAME(const int *sizes, int *out) {                           \
    int lane = threadIdx.x % 32, n = sizes[blockIdx.x];                        \
    for (int i = lane * 4; i < BOUND; i += STEP)                               \
      if (__any_sync(Full, i < n))                                             \
        out[i] = n;                                                            \
  }

QUADS(nextWhole, ((n - 1) / 128 + 1) * 128, 128)
QUADS(roundedByMask, (n + 127 & ~127), 128)
QUADS(roundedByRest, n + (128 - n % 128) % 128, 128)
QUADS(twice, 2 * ((n + 63) / 64 * 64), 128)
QUADS(nextHalf, ((n - 1) / 64 + 1) * 64, 128) // warn sync-mask: waits for lanes that may not come here
QUADS(oneMore, ((n - 1) / 128 + 1) * 128 + 4, 128) // warn sync-mask: waits for lanes that may not come here
QUADS(downByRest, n - n % 96, 128) // warn sync-mask: waits for lanes that may not come here

// Both ends move alike.
__global__ void rowOfBand(const int *starts, int *out) {
  int lane = threadIdx.x % 32, start = starts[blockIdx.x * 3];
  for (int i = start + lane; i < start + 96; i += 32)
    out[i] = __shfl_sync(Full, i, 0);
}

__global__ void rowOfWrongBand(const int *starts, int *out) {
  int lane = threadIdx.x % 32, start = starts[blockIdx.x * 3];
  for (int i = start + lane; i < start + 80; i += 32)
    out[i] = __shfl_sync(Full, i, 0); // warn sync-mask: waits for lanes that may not come here
}

// --- A loop that lanes leave one by one ------------------------------------

__global__ void leavesLate(const int *in, int *out) {
  int mine = in[threadIdx.x];
  for (int i = 0; i < 9; ++i) {
    if (in[i * 32 + threadIdx.x] > mine)
      break;
    __syncwarp(); // warn sync-mask: waits for lanes that may not come here
  }
  out[threadIdx.x] = mine;
}

__global__ void leavesTogether(const int *in, int *out) {
  int mine = in[threadIdx.x];
  for (int i = 0; i < 9; ++i) {
    if (__any_sync(Full, in[i * 32 + threadIdx.x] > mine))
      break;
    __syncwarp();
  }
  out[threadIdx.x] = mine;
}
