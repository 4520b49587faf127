// RUN: %verify %s --checks=-*,warplint-shared-memory-race --
//
// A variable that is halved, or stops at a bound, from a number that is small: its value
// goes with the other counters of the loop.

__global__ void butterflies(float2 *g) {
  __shared__ float2 s[256];
  for (int i = threadIdx.x; i < 256; i += 64)
    s[i] = g[i];
  int whole = 128, half = 64;
  for (int q = 6; q > 4; q--) {
    __syncthreads();
    int m = threadIdx.x & (half - 1);
    int at = (threadIdx.x >> q) * (whole << 1) + m;
    float2 a = s[at], b = s[at + half];
    s[at] = make_float2(a.x + b.x, a.y + b.y);
    s[at + half] = make_float2(a.x - b.x, a.y - b.y);
    whole >>= 1;
    half >>= 1;
  }
  __syncthreads();
  g[threadIdx.x] = s[threadIdx.x];
}

__global__ void divided(int *g) {
  __shared__ int s[128];
  s[threadIdx.x] = g[threadIdx.x];
  s[threadIdx.x + 64] = 0;
  unsigned width = 32, step = 0;
  do {
    __syncthreads();
    s[threadIdx.x / width * width * 2 + threadIdx.x % width] += step;
    width /= 2;
    ++step;
  } while (step < 3);
}

__global__ void toTheLastStage(int *g, int n) {
  __shared__ int s[3][64];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][threadIdx.x] = g[i];
    if (i < 2)
      g[i] = s[i][threadIdx.x];
    stage = stage < 2 ? stage + 1 : 2;
  }
}

// The same with a slip.

__global__ void butterfliesOfHalves(float2 *g) {
  __shared__ float2 s[256];
  for (int i = threadIdx.x; i < 256; i += 64)
    s[i] = g[i];
  int whole = 128, half = 64;
  for (int q = 6; q > 4; q--) {
    __syncthreads();
    int m = threadIdx.x & (half - 1);
    int at = (threadIdx.x >> q) * half + m;
    float2 a = s[at], b = s[at + half];
    s[at] = make_float2(a.x + b.x, a.y + b.y); // warn shared-memory-race: is overwritten while another thread of the block may still read it
    s[at + half] = make_float2(a.x - b.x, a.y - b.y); // warn shared-memory-race: is overwritten while another thread of the block may still read it
    whole >>= 1;
    half >>= 1;
  }
}

__global__ void dividedTooEarly(int *g) {
  __shared__ int s[128];
  s[threadIdx.x] = g[threadIdx.x];
  s[threadIdx.x + 64] = 0;
  unsigned width = 32, step = 0;
  do {
    __syncthreads();
    width /= 2;
    s[threadIdx.x % 32 / width * width * 2 + threadIdx.x % width] += step; // warn shared-memory-race: is overwritten while another thread of the block may still read it
    ++step;
  } while (step < 3);
}

__global__ void fromTheStageBefore(int *g, int n) {
  __shared__ int s[3][64];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][threadIdx.x] = g[i];
    stage = stage < 2 ? stage + 1 : 2;
    if (i > 2)
      g[i] = s[stage][63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}

void launch(float2 *p, int *q, int n) {
  butterflies<<<1, 64>>>(p);
  divided<<<1, 64>>>(q);
  toTheLastStage<<<1, 64>>>(q, n);
  butterfliesOfHalves<<<1, 64>>>(p);
  dividedTooEarly<<<1, 64>>>(q);
  fromTheStageBefore<<<1, 64>>>(q, n);
}
