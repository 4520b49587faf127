// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// The same questions, spelled in ways that are less common.

#include <cooperative_groups.h>

#define EACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#define MEET() do { __syncthreads(); } while (0)
#define OWN cells[threadIdx.x]

// --- Without a race ----------------------------------------------------------

__global__ void macros(const int *in, int *out) {
  __shared__ int cells[512];
  EACH(i, 512) cells[i] = in[i];
  MEET();
  EACH(i, 512) out[i] = cells[511 - i];
}
void launchMacros(const int *in, int *out) { macros<<<1, 256>>>(in, out); }

__global__ void doWhile(const float *in, float *out) {
  __shared__ float cells[256];
  OWN = in[threadIdx.x];
  int s = 128;
  do {
    __syncthreads();
    if (threadIdx.x < s)
      OWN += cells[threadIdx.x + s];
  } while (s >>= 1);
  if (!threadIdx.x)
    *out = *cells;
}
void launchDoWhile(const float *in, float *out) { doWhile<<<1, 256>>>(in, out); }

__global__ void switchOnTheWarp(const int *in, int *out) {
  __shared__ int left[32], right[32];
  switch (threadIdx.x / 32) {
  case 0:
    left[threadIdx.x] = in[threadIdx.x];
    break;
  case 1:
    right[threadIdx.x - 32] = in[threadIdx.x];
    break;
  default:
    break;
  }
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x & 31] + right[threadIdx.x & 31];
}
void launchSwitch(const int *in, int *out) { switchOnTheWarp<<<1, 128>>>(in, out); }

__global__ void ternaryPointer(const int *in, int *out) {
  __shared__ int even[128], odd[128];
  int *mine = threadIdx.x & 1 ? odd : even;
  mine[threadIdx.x >> 1] = in[threadIdx.x];
  out[threadIdx.x] = mine[threadIdx.x >> 1];
}
void launchTernary(const int *in, int *out) { ternaryPointer<<<1, 256>>>(in, out); }

__global__ void movingPointer(const int *in, int *out) {
  __shared__ int cells[1024];
  int *p = cells + threadIdx.x;
  for (int i = 0; i < 4; ++i, p += 256)
    *p = in[i];
  int sum = 0;
  while (p != cells + threadIdx.x)
    sum += *(p -= 256);
  out[threadIdx.x] = sum;
}
void launchMoving(const int *in, int *out) { movingPointer<<<1, 256>>>(in, out); }

__global__ void unsignedWrap(const int *in, int *out) {
  __shared__ int cells[256];
  unsigned char last = threadIdx.x - 1;
  cells[last] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = cells[(unsigned char)(last + 2)];
}
void launchWrap(const int *in, int *out) { unsignedWrap<<<1, 256>>>(in, out); }

__global__ void earlyReturnOfSpareThreads(const int *in, int *out, int n) {
  __shared__ int cells[256];
  if (threadIdx.x >= 64)
    return;
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = cells[63 - threadIdx.x];
}
void launchEarly(const int *in, int *out) { earlyReturnOfSpareThreads<<<1, 128>>>(in, out, 1); }

template <int N> struct Steps {
  template <class T> __device__ static void run(T *cells) {
    if (threadIdx.x < N)
      cells[threadIdx.x] += cells[threadIdx.x + N];
    __syncthreads();
    Steps<N / 2>::run(cells);
  }
};
template <> struct Steps<0> {
  template <class T> __device__ static void run(T *) {}
};

__global__ void recursiveTemplate(const int *in, int *out) {
  __shared__ int cells[256];
  OWN = in[threadIdx.x];
  __syncthreads();
  Steps<128>::run(cells);
  out[threadIdx.x] = cells[0];
}
void launchRecursive(const int *in, int *out) { recursiveTemplate<<<1, 256>>>(in, out); }

struct Place {
  int warp, lane;
};
__device__ Place place() { return {int(threadIdx.x) / 32, int(threadIdx.x) % 32}; }

__global__ void structuredBinding(const int *in, int *out) {
  __shared__ int cells[8][32];
  auto [warp, lane] = place();
  cells[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = cells[warp][lane];
}
void launchBinding(const int *in, int *out) { structuredBinding<<<1, 256>>>(in, out); }

__global__ void rangeForByOne(const int *in, int *out) {
  __shared__ int cells[16];
  if (threadIdx.x == 0)
    for (int &cell : cells)
      cell = in[0];
  __syncthreads();
  int sum = 0;
  for (int cell : cells)
    sum += cell;
  out[threadIdx.x] = sum;
}

__global__ void threeBuffers(const int *in, int *out, int n) {
  __shared__ int ring[3][256];
  for (int i = 0; i < n; ++i) {
    ring[i % 3][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = ring[i % 3][255 - threadIdx.x];
  }
}
void launchRing(const int *in, int *out, int n) { threeBuffers<<<1, 256>>>(in, out, n); }

__global__ void stageThatWrapsAround(const int *in, int *out, int n) {
  __shared__ int ring[4][256];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    ring[stage][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = ring[stage][255 - threadIdx.x];
    if (++stage == 4)
      stage = 0;
  }
}
void launchStage(const int *in, int *out, int n) { stageThatWrapsAround<<<1, 256>>>(in, out, n); }

__global__ void oddEvenSort(int *keys) {
  __shared__ int cells[512];
  int t = threadIdx.x;
  cells[2 * t] = keys[2 * t];
  cells[2 * t + 1] = keys[2 * t + 1];
  __syncthreads();
  for (int round = 0; round < 512; ++round) {
    int at = 2 * t + (round & 1);
    if (at + 1 < 512 && cells[at] > cells[at + 1]) {
      int swap = cells[at];
      cells[at] = cells[at + 1];
      cells[at + 1] = swap;
    }
    __syncthreads();
  }
  keys[2 * t] = cells[2 * t];
  keys[2 * t + 1] = cells[2 * t + 1];
}
void launchOddEven(int *keys) { oddEvenSort<<<1, 256>>>(keys); }

__global__ void commaAndShortCircuit(const int *in, int *out) {
  __shared__ int first;
  threadIdx.x == 0 && (first = in[0], true);
  __syncthreads(), out[threadIdx.x] = first;
}

union Scratch {
  int ints[256];
  float floats[256];
};
__global__ void unionReusedAfterBarrier(const int *in, float *out) {
  __shared__ Scratch scratch;
  scratch.ints[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int other = scratch.ints[255 - threadIdx.x];
  __syncthreads();
  scratch.floats[threadIdx.x] = other;
  __syncthreads();
  out[threadIdx.x] = scratch.floats[255 - threadIdx.x];
}
void launchUnion(const int *in, float *out) { unionReusedAfterBarrier<<<1, 256>>>(in, out); }

// --- With a race -------------------------------------------------------------

__global__ void macrosWithoutMeeting(const int *in, int *out) {
  __shared__ int cells[512];
  EACH(i, 512) cells[i] = in[i];
  EACH(i, 512) out[i] = cells[511 - i]; // warn shared-memory-race: is read while
}
void launchMacros2(const int *in, int *out) { macrosWithoutMeeting<<<1, 256>>>(in, out); }

__global__ void doWhileWithoutBarrier(const float *in, float *out) {
  __shared__ float cells[256];
  OWN = in[threadIdx.x];
  __syncthreads();
  int s = 128;
  do {
    if (threadIdx.x < s)
      OWN += cells[threadIdx.x + s]; // warn shared-memory-race: another thread of the block may still
  } while (s >>= 1);
  out[threadIdx.x] = s;
}
void launchDoWhile2(const float *in, float *out) { doWhileWithoutBarrier<<<1, 256>>>(in, out); }

__global__ void switchFallsThrough(const int *in, int *out) {
  __shared__ int cells[32];
  switch (threadIdx.x / 32) {
  case 0:
    cells[threadIdx.x] = in[threadIdx.x];
    break;
  case 1:
    out[threadIdx.x] = cells[threadIdx.x - 32]; // warn shared-memory-race: {{'cells\[\d+\]' is}}
    break;
  }
}
void launchSwitch2(const int *in, int *out) { switchFallsThrough<<<1, 64>>>(in, out); }

__global__ void movingPointerOneTooFar(const int *in, int *out) {
  __shared__ int cells[1024];
  int *p = cells + threadIdx.x;
  for (int i = 0; i < 4; ++i, p += 128)
    *p = in[threadIdx.x + i]; // warn shared-memory-race: written
}
void launchMoving2(const int *in, int *out) { movingPointerOneTooFar<<<1, 256>>>(in, out); }

__global__ void unsignedWrapMeets(const int *in, int *out) {
  __shared__ int cells[256];
  unsigned char at = threadIdx.x - 1;
  cells[at] = in[threadIdx.x];
  out[threadIdx.x] = cells[threadIdx.x]; // warn shared-memory-race: is read while
}
void launchWrap2(const int *in, int *out) { unsignedWrapMeets<<<1, 256>>>(in, out); }

__global__ void bindingSwapped(const int *in, int *out) {
  __shared__ int cells[8][8];
  auto [row, column] = Place{int(threadIdx.x) / 8, int(threadIdx.x) % 8};
  cells[row][column] = in[threadIdx.x];
  out[threadIdx.x] = cells[column][row]; // warn shared-memory-race: is read while
}
void launchBinding2(const int *in, int *out) { bindingSwapped<<<1, 64>>>(in, out); }

__global__ void rangeForByAll(const int *in, int *out) {
  __shared__ int cells[16];
  if (threadIdx.x < 16)
    cells[threadIdx.x] = in[0];
  int sum = 0;
  for (int cell : cells)
    sum += cell; // warn@-1 shared-memory-race: is read while
  out[threadIdx.x] = sum;
}
void launchRange2(const int *in, int *out) { rangeForByAll<<<1, 64>>>(in, out); }

__global__ void ringOfOne(const int *in, int *out, int n) {
  __shared__ int ring[4][256];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    ring[stage][threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = ring[stage][255 - threadIdx.x];
    if (++stage == 1)
      stage = 0;
  }
}
void launchStage2(const int *in, int *out, int n) { ringOfOne<<<1, 256>>>(in, out, n); }

__global__ void oddEvenForgets(int *keys) {
  __shared__ int cells[512];
  int t = threadIdx.x;
  cells[2 * t] = keys[2 * t];
  cells[2 * t + 1] = keys[2 * t + 1];
  __syncthreads();
  int a = cells[2 * t];
  if (2 * t + 2 < 512)
    cells[2 * t + 2] = a; // warn shared-memory-race: is overwritten while
}
void launchOddEven2(int *keys) { oddEvenForgets<<<1, 256>>>(keys); }

__global__ void unionReused(const int *in, float *out) {
  __shared__ Scratch scratch;
  scratch.ints[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int other = scratch.ints[255 - threadIdx.x];
  scratch.floats[threadIdx.x] = other; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[threadIdx.x] = scratch.floats[threadIdx.x];
}
void launchUnion2(const int *in, float *out) { unionReused<<<1, 256>>>(in, out); }

__global__ void gotoAround(const int *in, int *out, int n) {
  __shared__ int cells[256];
  int i = 0;
again:
  cells[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten while another thread of the block may still read it
  __syncthreads();
  out[i * 256 + threadIdx.x] = cells[255 - threadIdx.x];
  if (++i < n)
    goto again;
}
void launchGoto(const int *in, int *out, int n) { gotoAround<<<1, 256>>>(in, out, n); }

// Counting starts before all bins are empty. Who counts where is read from
// memory, and any bin is as likely as the first.
__global__ void binsStillUncleared(const int *labels, int bins, int rows, int columns, int kinds, int *out) {
  extern __shared__ int histogram[];
  for (int i = threadIdx.x; i < kinds * bins * columns; i += blockDim.x)
    histogram[i] = 0;
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < rows * columns; i += blockDim.x * gridDim.x) {
    int part = i / rows * kinds * bins;
    for (int j = 0; j < bins; ++j)
      atomicAdd(&histogram[labels[i % rows] + kinds * j + part], 1); // warn shared-memory-race: is updated while another thread of the block may still write it
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kinds * bins * columns; i += blockDim.x)
    atomicAdd(&out[i], histogram[i]);
}

__global__ void binsCleared(const int *labels, int bins, int rows, int columns, int kinds, int *out) {
  extern __shared__ int histogram[];
  for (int i = threadIdx.x; i < kinds * bins * columns; i += blockDim.x)
    histogram[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < rows * columns; i += blockDim.x * gridDim.x) {
    int part = i / rows * kinds * bins;
    for (int j = 0; j < bins; ++j)
      atomicAdd(&histogram[labels[i % rows] + kinds * j + part], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kinds * bins * columns; i += blockDim.x)
    atomicAdd(&out[i], histogram[i]);
}

// Each warp clears and counts in bins of its own.
__global__ void binsOfWarps(const int *labels, int n, int *out) {
  __shared__ int histogram[8][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = lane; i < 256; i += 32)
    histogram[warp][i] = 0;
  __syncwarp();
  for (int i = threadIdx.x; i < n; i += 256)
    atomicAdd(&histogram[warp][labels[i]], 1);
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < 8; ++w)
    sum += histogram[w][threadIdx.x];
  out[threadIdx.x] = sum;
}

// Rows of whatever pitch do not overlap.
__global__ void threePitches(int *cells, int a, int b, int c) {
  extern __shared__ int box[];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  box[x + y * a + z * b] = cells[x + y * a + z * b]; // silent: pitch
  cells[x + y * c] = box[x + y * a + z * b]; // silent: pitch
}

// The barriers of warps alone, no block size: made for one warp.
__global__ void oneWarp(const float *in, float *out) {
  __shared__ float cells[64];
  cells[threadIdx.x] = in[threadIdx.x];
  cells[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  float sum = cells[threadIdx.x] + cells[threadIdx.x + 16];
  __syncwarp();
  cells[threadIdx.x] = sum;
  __syncwarp();
  out[threadIdx.x] = cells[threadIdx.x] + cells[threadIdx.x + 8];
}
