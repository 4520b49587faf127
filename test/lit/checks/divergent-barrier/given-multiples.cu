// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// What the path to a loop says of its bound: if that is a multiple of the block
// size, all threads make as many iterations.

#include <assert.h>

#define TILES(Threads)                                                         \
  __shared__ float tile[Threads];                                              \
  for (int i = threadIdx.x; i < n; i += Threads) {                             \
    tile[threadIdx.x] = in[i];                                                 \
    __syncthreads();                                                           \
    out[i] = tile[Threads - 1 - threadIdx.x];                                  \
    __syncthreads();                                                           \
  }

__global__ void returned(const float *in, float *out, int n) {
  if (n % 192 != 0)
    return;
  TILES(192)
}

__global__ void returnedByMask(const float *in, float *out, unsigned n) {
  if ((n & 511) || !in)
    return;
  TILES(256)
}

__global__ void asserted(const float *in, float *out, int n) {
  assert(in && 0 == n % 64);
  TILES(64)
}

__global__ void assumed(const float *in, float *out, int n) {
  __builtin_assume((n & 127) == 0);
  TILES(128)
}

__global__ void trapped(const float *in, float *out, int n) {
  if (n - n / 256 * 256 || n < 0)
    __trap();
  TILES(256)
}

__device__ bool isWhole(int n, int tile) { return n % tile == 0; }

__global__ void askedInAFunction(const float *in, float *out, int n) {
  if (!isWhole(n, 128))
    __builtin_unreachable();
  TILES(128)
}

__global__ void inAnyBlock(const float *in, float *out, int n) {
  if (n % blockDim.x)
    return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    out[i] = in[i];
    __syncthreads();
  }
}

__global__ void countedInTiles(const float *in, float *out, int n) {
  int tiles = n >> 7;
  if (tiles << 7 == n) {
    TILES(128)
  } else {
    for (int i = threadIdx.x; i < n; i += 128)
      out[i] = in[i];
  }
}

__global__ void byCase(const float *in, float *out, int n) {
  switch (n % 256) {
  case 0: {
    TILES(256)
    break;
  }
  default:
    for (int i = threadIdx.x; i < n; i += 256)
      out[i] = in[i];
  }
}

__global__ void byCaseAfterSwitch(const float *in, float *out, int n) {
  switch (n & 127) {
  case 0:
    break;
  case 1:
  default:
    return;
  }
  TILES(128)
}

__global__ void eachRow(const float *in, float *out, int n, int rows) {
  for (int row = 0; row < rows; ++row) {
    if (n % 128)
      continue;
    TILES(128)
    in += n;
    out += n;
  }
}

__global__ void oneTile(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n % 256)
    return;
  if (i < n) {
    __syncthreads();
    out[i] = in[i];
  }
}

void launchOneTile(const float *in, float *out, int n) {
  oneTile<<<n / 256 + 1, 256>>>(in, out, n);
}

// What says too little, or nothing at all where the loop stands.

__global__ void halfATile(const float *in, float *out, int n) {
  if (n % 64 != 0)
    return;
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void theOtherWay(const float *in, float *out, int n) {
  if (n % 128 == 0)
    return;
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void oneOfTwo(const float *in, float *out, int n, int m) {
  if (n % 128 != 0 && m % 128 != 0)
    return;
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void ofAnother(const float *in, float *out, int n, int m) {
  assert(m % 128 == 0);
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void changedBehind(const float *in, float *out, int n) {
  if (n & 127)
    return;
  n -= blockIdx.x;
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void askedBehind(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
  if (n % 128)
    __trap();
}

__global__ void onOnePath(const float *in, float *out, int n, bool careful) {
  if (careful)
    assert(n % 128 == 0);
  for (int i = threadIdx.x; i < n; i += 128) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void otherCases(const float *in, float *out, int n) {
  switch (n % 128) {
  case 0:
  case 64:
    for (int i = threadIdx.x; i < n; i += 128) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads
      out[i] = in[i];
    }
  }
}

__global__ void halfATileOnce(const float *in, float *out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n % 128)
    return;
  if (i < n) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

void launchHalf(const float *in, float *out, int n) {
  halfATileOnce<<<n / 256 + 1, 256>>>(in, out, n);
}

// Sums and masks that are the same in all threads of the block.

__global__ void endOfTheTile(const float *in, float *out, int n) {
  for (int i = threadIdx.x; (i | 255) < n; i += 256) {
    __syncthreads();
    out[i] = in[i];
  }
}

__global__ void flagOfTheNextTile(const float *in, float *out, int n) {
  bool more = n > 0;
  for (unsigned i = threadIdx.x; more; i += 64) {
    __syncthreads();
    out[i] = in[i];
    more = (0x3f | i) + 1 < n;
  }
}

__global__ void withoutTheThread(const float *in, float *out, int n) {
  bool more = n > 0;
  for (int i = 4 * threadIdx.x + blockIdx.x; more; i += 512) {
    __syncthreads();
    out[i] = in[i];
    more = 512 + i - 4 * (int)threadIdx.x < n;
  }
}

__global__ void tooShortAMask(const float *in, float *out, int n) {
  for (int i = threadIdx.x; (i | 127) < n; i += 256) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
  }
}

__global__ void withoutHalfTheThread(const float *in, float *out, int n) {
  bool more = n > 0;
  for (int i = 4 * threadIdx.x; more; i += 512) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
    more = 512 + i - 2 * (int)threadIdx.x < n;
  }
}

__global__ void stepsOfItsOwn(const float *in, float *out, int n) {
  bool more = n > 0;
  for (int i = threadIdx.x; more; i += threadIdx.x) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[i] = in[i];
    more = i - (int)threadIdx.x < n;
  }
}

void launchAll(const float *in, float *out, int n, int m) {
  returned<<<1, 192>>>(in, out, n);
  returnedByMask<<<1, 256>>>(in, out, n);
  asserted<<<1, 64>>>(in, out, n);
  assumed<<<1, 128>>>(in, out, n);
  trapped<<<1, 256>>>(in, out, n);
  askedInAFunction<<<1, 128>>>(in, out, n);
  inAnyBlock<<<1, m>>>(in, out, n);
  countedInTiles<<<1, 128>>>(in, out, n);
  byCase<<<1, 256>>>(in, out, n);
  byCaseAfterSwitch<<<1, 128>>>(in, out, n);
  eachRow<<<1, 128>>>(in, out, n, m);
  halfATile<<<1, 128>>>(in, out, n);
  theOtherWay<<<1, 128>>>(in, out, n);
  oneOfTwo<<<1, 128>>>(in, out, n, m);
  ofAnother<<<1, 128>>>(in, out, n, m);
  changedBehind<<<2, 128>>>(in, out, n);
  askedBehind<<<1, 128>>>(in, out, n);
  onOnePath<<<1, 128>>>(in, out, n, m);
  otherCases<<<1, 128>>>(in, out, n);
  endOfTheTile<<<1, 256>>>(in, out, n);
  flagOfTheNextTile<<<1, 64>>>(in, out, n);
  withoutTheThread<<<4, 128>>>(in, out, n);
  tooShortAMask<<<1, 256>>>(in, out, n);
  withoutHalfTheThread<<<1, 128>>>(in, out, n);
  stepsOfItsOwn<<<1, 128>>>(in, out, n);
}
