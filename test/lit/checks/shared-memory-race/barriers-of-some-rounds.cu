// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Networks whose short distances stay within a warp: a barrier is needed after
// each round that leads to another warp, and before the next one that does.

#define NETWORK(Sync)                                                          \
  __shared__ int s[256];                                                       \
  int t = threadIdx.x;                                                         \
  s[t] = io[t];                                                                \
  __syncthreads();                                                             \
  for (int size = 2; size <= 256; size *= 2)                                   \
    for (int far = size / 2; far > 0; far /= 2) {                              \
      int other = t ^ far;                                                     \
      if (other > t) {                                                         \
        int a = s[t], b = s[other];                                            \
        if ((a > b) == ((t & size) == 0)) {                                    \
          s[t] = b;                                                            \
          s[other] = a;                                                        \
        }                                                                      \
      }                                                                        \
      Sync                                                                     \
    }                                                                          \
  io[t] = s[t];

__global__ void behindFarOnesAndTheLast(int *io) {
  NETWORK(if (far >= 32 || far == 1) __syncthreads(); else __syncwarp();)
}

__global__ void oneAnd(int *io) {
  NETWORK(if (far < 32 && far != 1) __syncwarp(); else __syncthreads();)
}

__global__ void twoTests(int *io) {
  NETWORK(if (far >= 32) __syncthreads(); else if (far == 1) __syncthreads();
          else __syncwarp();)
}

// One distance too few has a barrier, however the test is written.

__global__ void notBehindHalfAWarpMore(int *io) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = io[t];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int far = size / 2; far > 0; far /= 2) {
      if ((t & far) == 0) {
        int a = s[t], b = s[t + far]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
        s[t] = a < b ? a : b; // silent: in-bounds
        s[t + far] = a < b ? b : a; // warn shared-memory-race: is overwritten while another thread of the block may still read it
      }
      if (far > 32 || far == 1)
        __syncthreads();
      else
        __syncwarp();
    }
  io[t] = s[t];
}

__global__ void twoTestsTooFew(int *io) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = io[t];
  __syncthreads();
  for (int far = 128; far > 0; far >>= 1) {
    if (t < far)
      s[t] += s[t + far]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    if (far > 64)
      __syncthreads();
    else if (far == 2)
      __syncthreads();
    else
      __syncwarp();
  }
  io[t] = s[t];
}

__global__ void bothAsked(int *io, bool all) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = io[t];
  __syncthreads();
  for (int i = 0; i < 6; ++i) {
    int next = s[(t + 32) & 255]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
    __syncthreads();
    s[t] = next + i;
    if (!(i == 3 && all))
      __syncthreads();
  }
  io[t] = s[t];
}

// Rounds that meet are not one behind the other.

__global__ void twoRoundsApart(int *io) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) {
    if (i % 4 == 0)
      s[(t + 64) & 255] = i;
    if (i % 4 == 2)
      io[t + i * 256] = s[t]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
    if (i % 4 == 3)
      __syncthreads();
  }
}

__global__ void twoRoundsApartOfMany(int *io, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    switch (i & 3) {
    case 0:
      s[(t + 64) & 255] = i;
      break;
    case 2:
      io[t + i * 256] = s[t]; // warn shared-memory-race: is read while another thread of the block may still write it in the previous iteration
    }
    if ((i & 3) == 3)
      __syncthreads();
  }
}

__global__ void aBarrierInBetween(int *io, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 0)
      s[(t + 64) & 255] = i;
    if (i % 4 == 2)
      io[t + i * 256] = s[t];
    if (i % 4 == 3 || i % 4 == 1)
      __syncthreads();
  }
}

void launchAll(int *io, bool all, int n) {
  twoRoundsApart<<<1, 256>>>(io);
  twoRoundsApartOfMany<<<1, 256>>>(io, n);
  aBarrierInBetween<<<1, 256>>>(io, n);
  behindFarOnesAndTheLast<<<1, 256>>>(io);
  oneAnd<<<1, 256>>>(io);
  twoTests<<<1, 256>>>(io);
  notBehindHalfAWarpMore<<<1, 256>>>(io);
  twoTestsTooFew<<<1, 256>>>(io);
  bothAsked<<<1, 256>>>(io, all);
}
