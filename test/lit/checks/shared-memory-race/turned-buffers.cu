// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync,warplint-shared-memory-race
//
// Two buffers that take turns, which of them by a variable that a round turns over, or
// leaves where there is only one.

#include <cuda/std/array>
#include <cuda_runtime.h>

template <class Loader>
__device__ void sums(const float *in, float *out, int n, int rounds,
                     Loader loader) {
  int lane = threadIdx.x % 32;
  for (int i = lane; i < n; i += 32)
    loader.now()[i] = in[i];
  for (int r = 0; r < rounds; ++r) {
    if (!loader.both && r > 0)
      for (int i = lane; i < n; i += 32)
        loader.now()[i] = in[r * n + i];
    __syncwarp();
    const float *now = loader.now();
    if (loader.both && r + 1 < rounds)
      for (int i = lane; i < n; i += 32)
        loader.next()[i] = in[(r + 1) * n + i];
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += now[i]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
    out[r * 32 + lane] = sum;
    __syncwarp();
    loader.flip();
  }
}

struct InTurns {
  float *buffers[2];
  int phase;
  bool both;
  __device__ InTurns(float *s, int n, bool both)
      : buffers{s, both ? s + n : s}, phase(0), both(both) {}
  __device__ float *now() { return buffers[phase]; }
  __device__ float *next() { return buffers[phase ^ 1]; }
  __device__ void flip() {
    if (both)
      phase ^= 1;
  }
};

struct ByRest : InTurns {
  __device__ ByRest(float *s, int n, bool both) : InTurns(s, n, both) {}
  __device__ float *next() { return buffers[(phase + 1) % 2]; }
  __device__ void flip() {
    if (both)
      phase = (phase + 1) % 2;
  }
};

struct ByCount : InTurns {
  __device__ ByCount(float *s, int n, bool both) : InTurns(s, n, both) {}
  __device__ float *next() { return buffers[1 - phase]; }
  __device__ void flip() {
    if (both)
      if (++phase == 2)
        phase = 0;
  }
};

struct ByTruth : InTurns {
  __device__ ByTruth(float *s, int n, bool both) : InTurns(s, n, both) {}
  __device__ float *next() { return buffers[!phase]; }
  __device__ void flip() { phase = both ? !phase : phase; }
};

// The same in a library's array.
struct InArray {
  cuda::std::array<float *, 2> buffers;
  int phase;
  bool both;
  __device__ InArray(float *s, int n, bool both)
      : buffers{s, both ? s + n : s}, phase(0), both(both) {}
  __device__ float *now() { return buffers[phase]; }
  __device__ float *next() { return buffers[phase ^ 1]; }
  __device__ void flip() {
    if (both)
      phase ^= 1;
  }
};

// What is filled is what is read.
struct Stuck : InTurns {
  __device__ Stuck(float *s, int n, bool both) : InTurns(s, n, both) {}
  __device__ float *next() { return buffers[phase]; }
};

__global__ void inTurns(const float *in, float *out, int n, int rounds,
                        int buffers) {
  extern __shared__ float s[];
  sums(in, out, n, rounds, InTurns(s, n, buffers == 2));
}

template <class Loader>
__global__ void spelled(const float *in, float *out, int n, int rounds,
                        int buffers) {
  extern __shared__ float s[];
  sums(in, out, n, rounds, Loader(s, n, buffers == 2));
}

__global__ void oneOfArray(float *out, int n) {
  extern __shared__ float s[];
  InArray loader(s, n, true);
  loader.now()[threadIdx.x] = threadIdx.x;
  loader.next()[threadIdx.x] = 0; // silent: offset
  out[threadIdx.x] = loader.now()[threadIdx.x ^ 1]; // warn implicit-warp-sync: is read while another lane of the warp may still write it
}

// Three stages, of which the next but one is filled.
template <int Ahead>
__global__ void stages(const float *in, float *out, int n, int rounds) {
  extern __shared__ float s[];
  int stage = 0;
  s[threadIdx.x] = in[threadIdx.x];
  for (int r = 1; r < rounds; ++r) {
    __syncthreads();
    int to = (stage + Ahead) % 3;
    s[to * 64 + threadIdx.x] = in[r * 64 + threadIdx.x];
    out[r * 64 + threadIdx.x] = s[stage * 64 + 63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    if (n > 0)
      stage = stage == 2 ? 0 : stage + 1;
  }
}

__global__ void stuck(const float *in, float *out, int n, int rounds,
                      int buffers) {
  extern __shared__ float s[];
  sums(in, out, n, rounds, Stuck(s, n, buffers == 2));
}

// The block's two tiles, of which one is left out for small matrices.
__global__ void tiles(const float *in, float *out, int n, int rounds) {
  extern __shared__ float s[];
  float *tile[2] = {s, n > 64 ? s + n : s + 64};
  int at = 0;
  s[threadIdx.x] = in[threadIdx.x];
  for (int r = 1; r < rounds; ++r) {
    __syncthreads();
    tile[1 - at][threadIdx.x] = in[r * blockDim.x + threadIdx.x];
    out[r * blockDim.x + threadIdx.x] = tile[at][63 - threadIdx.x];
    at = 1 - at;
  }
}

// The tile that is filled was filled in the previous iteration, and is read now.
__global__ void sameTile(const float *in, float *out, int n, int rounds) {
  extern __shared__ float s[];
  float *tile[2] = {s, n > 64 ? s + n : s + 64};
  int at = 0;
  s[threadIdx.x] = in[threadIdx.x];
  for (int r = 1; r < rounds; ++r) {
    __syncthreads();
    tile[1 - at][threadIdx.x] = in[r * blockDim.x + threadIdx.x];
    out[r * blockDim.x + threadIdx.x] = tile[1 - at][63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    at = 1 - at;
  }
}

void go(const float *in, float *out, int n, int rounds, int buffers) {
  inTurns<<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  spelled<ByRest><<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  spelled<ByCount><<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  spelled<InArray><<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  oneOfArray<<<8, 32, 2 * n * sizeof(float)>>>(out, n);
  spelled<ByTruth><<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  stages<1><<<8, 64, 768>>>(in, out, n, rounds);
  stages<3><<<8, 64, 768>>>(in, out, n, rounds);
  stuck<<<8, 32, buffers * n * sizeof(float)>>>(in, out, n, rounds, buffers);
  tiles<<<8, 64, 2 * n * sizeof(float)>>>(in, out, n, rounds);
  sameTile<<<8, 64, 2 * n * sizeof(float)>>>(in, out, n, rounds);
}
