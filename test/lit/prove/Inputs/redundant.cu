// A comment `redundant` stands at each barrier that prove names, and at no other.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//===----------------------------------------------------------------------===//
// Nothing needs them
//===----------------------------------------------------------------------===//

__global__ void atTheEnd(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads(); // redundant
}

// One of the two may go; which one does not matter.
__global__ void twice(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads(); // redundant
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}

// Each thread has an element of its own.
__global__ void own(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads(); // redundant
  for (int i = 0; i < 10; ++i) {
    s[threadIdx.x] *= 2;
    __syncthreads(); // redundant
  }
  p[threadIdx.x] = s[threadIdx.x];
}

// Reads on both sides.
__global__ void readsOnly(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = s[63 - threadIdx.x];
  __syncthreads(); // redundant
  sum += s[(threadIdx.x + 1) % 64];
  out[threadIdx.x] = sum;
}

// Another array.
__global__ void twoArrays(float *p) {
  __shared__ float a[64], b[64];
  a[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  float mine = a[63 - threadIdx.x];
  __syncthreads(); // redundant
  b[threadIdx.x] = mine;
  __syncthreads();
  p[threadIdx.x] = b[threadIdx.x ^ 1];
}

__global__ void ofAGroup(float *p) {
  auto block = cg::this_thread_block();
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  block.sync();
  p[threadIdx.x] = s[63 - threadIdx.x];
  cg::sync(block); // redundant
}

__global__ void ofAWarp(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncwarp();
  float other = s[threadIdx.x ^ 1];
  __syncwarp(); // redundant
  p[threadIdx.x] = other;
}

// The stronger barrier orders the lanes, too.
__global__ void warpBehindBlock(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  __syncwarp(0xffffffff); // redundant
  p[threadIdx.x] = s[63 - threadIdx.x];
}

// Two buffers: the barrier of the next iteration orders what this one reads.
__global__ void twoBuffers(float *p) {
  __shared__ float s[2][64];
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    s[i & 1][threadIdx.x] = threadIdx.x * i;
    __syncthreads();
    sum += s[i & 1][63 - threadIdx.x];
    __syncthreads(); // redundant
  }
  p[threadIdx.x] = sum;
}

// In every instance.
template <typename T> __global__ void ofAnyType(T *p) {
  __shared__ T s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads(); // redundant
  p[threadIdx.x] = s[threadIdx.x];
}

// Sums commute.
__global__ void histogram(const int *in, int *out) {
  __shared__ int bins[64];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 63], 1);
  __syncthreads(); // redundant
  atomicAdd(&bins[in[threadIdx.x + 64] & 63], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

// Another member of the same element.
struct Pair {
  int a, b;
};
__global__ void members(Pair *p) {
  __shared__ Pair s[64];
  s[threadIdx.x].a = p[threadIdx.x].a;
  s[threadIdx.x].b = 0;
  __syncthreads();
  int v = s[63 - threadIdx.x].a;
  __syncthreads(); // redundant
  s[threadIdx.x].b = v;
  p[threadIdx.x].a = s[threadIdx.x].b;
}

// Two parts of one object.
extern __shared__ float memory[];
__global__ void parts(float *p) {
  float *a = memory, *b = memory + 64;
  a[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  float v = a[63 - threadIdx.x];
  __syncthreads(); // redundant
  b[threadIdx.x] = v;
  p[threadIdx.x] = b[threadIdx.x];
}

__global__ void ofATile(float *p) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  tile.sync();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
  tile.sync(); // redundant
}

// The barrier behind it orders what is written again.
__global__ void writtenAgain(int *p) {
  __shared__ int first, second;
  if (threadIdx.x == 63)
    first = p[0];
  __syncthreads();
  int n = first;
  __syncthreads(); // redundant
  if (threadIdx.x == 0)
    second = n;
  __syncthreads();
  if (threadIdx.x == 1)
    first = second;
}

//===----------------------------------------------------------------------===//
// Something needs them
//===----------------------------------------------------------------------===//

__global__ void turned(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

// What is read in one iteration is overwritten in the next.
__global__ void oneBuffer(const float *in, float *out) {
  __shared__ float s[64];
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    s[threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// A thread meets the element of its neighbor an iteration later.
__global__ void moves(float *p) {
  __shared__ float s[80];
  for (int i = 0; i < 16; ++i) {
    s[threadIdx.x + i] = i;
    __syncthreads();
  }
  p[threadIdx.x] = 1;
}

// The other half of the warp is in another phase.
__global__ void reduce(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half)
      s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  p[threadIdx.x] = s[0];
}

// In place: what one thread writes another one has read.
__global__ void inPlace(float *p) {
  float other = p[63 - threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = other;
}

// The two may be one array.
__global__ void maybeInPlace(const float *in, float *out) {
  float other = in[63 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = other;
}

// An open offset decides whether the accesses meet.
__global__ void byOffset(float *p, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x + n];
}

// Two names of the same memory.
__global__ void twoNames(float *p) {
  extern __shared__ int numbers[];
  memory[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  float v = memory[63 - threadIdx.x];
  __syncthreads();
  numbers[threadIdx.x] = v;
  p[threadIdx.x] = 1;
}

// A flag that all read and some set again.
__global__ void untilNobody(int *p) {
  __shared__ int again;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      again = 0;
    __syncthreads();
    if (p[threadIdx.x] > 3) {
      p[threadIdx.x] -= 1;
      again = 1;
    }
    __syncthreads();
  } while (again);
}

// Two buffers that one barrier for each step divides.
__global__ void scan(int *p) {
  __shared__ int s[2][64];
  int out = 0;
  s[0][threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int in = out;
    out = 1 - out;
    s[out][threadIdx.x] = s[in][threadIdx.x] + (threadIdx.x >= d ? s[in][threadIdx.x - d] : 0);
    __syncthreads();
  }
  p[threadIdx.x] = s[out][threadIdx.x];
}

// A part of the warp.
__global__ void ofASmallTile(float *p) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  tile.sync();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
  tile.sync();
}

// The value at which the second one begins is that of all in the first.
__global__ void exchanged(int *p) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  atomicMax(&count, p[threadIdx.x]);
  __syncthreads();
  atomicMin(&count, 7);
  __syncthreads();
  p[threadIdx.x] = count;
}

// All must have begun when the clock is read, and what is printed has an order.
__global__ void timed(long long *p) {
  __syncthreads();
  long long begin = clock64();
  p[threadIdx.x] = clock64() - begin;
}
__global__ void printed(float *p) {
  if (threadIdx.x == 0)
    printf("begin\n");
  __syncthreads();
  printf("%d\n", threadIdx.x);
}

// Another block learns of what all threads have written.
__global__ void announced(float *data, int *flag) {
  data[blockIdx.x * 64 + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(flag, 1);
  }
}

// What the function does is not known.
extern __device__ void other(float *p);
__global__ void calls(float *p) {
  other(p);
  __syncthreads();
}

// Where the block is not known, nothing is shown.
__global__ void ofAnyBlock(float *p) {
  __shared__ float s[1024];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}

// A part of the block.
__global__ void numbered(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 32;" ::: "memory");
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}

// Who else calls the helper, or uses the macro, is another question.
__device__ void meet() { __syncthreads(); }
#define MEET() __syncthreads()
__global__ void helped(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  meet();
  MEET();
  p[threadIdx.x] = s[threadIdx.x];
}

// One instance needs it.
template <int Shift> __global__ void ofSome(float *p) {
  __shared__ float s[128];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[(threadIdx.x + Shift) % 64];
}

// The kernel is wrong already.
__global__ void raced(float *p) {
  __shared__ float s[64];
  s[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
}

// Its result says more than that all have come.
__global__ void counted(int *p) {
  p[threadIdx.x] = __syncthreads_count(p[threadIdx.x] > 0);
}

void launch(float *p, float *q, int *i, long long *l, int n) {
  atTheEnd<<<1, 64>>>(p, q);
  twice<<<1, 64>>>(p);
  own<<<1, 64>>>(p);
  readsOnly<<<1, 64>>>(p, q);
  twoArrays<<<1, 64>>>(p);
  ofAGroup<<<1, 64>>>(p);
  ofAWarp<<<1, 64>>>(p);
  warpBehindBlock<<<1, 64>>>(p);
  twoBuffers<<<1, 64>>>(p);
  ofAnyType<<<1, 64>>>(p);
  ofAnyType<<<1, 64>>>(i);
  histogram<<<1, 64>>>(i, i + n);
  parts<<<1, 64, 512>>>(p);
  ofATile<<<1, 64>>>(p);
  writtenAgain<<<1, 64>>>(i);
  members<<<1, 64>>>(reinterpret_cast<Pair *>(i));
  twoNames<<<1, 64, 256>>>(p);
  untilNobody<<<1, 64>>>(i);
  scan<<<1, 64>>>(i);
  ofASmallTile<<<1, 64>>>(p);
  turned<<<1, 64>>>(p, q);
  oneBuffer<<<1, 64>>>(p, q);
  moves<<<1, 64>>>(p);
  reduce<<<1, 64>>>(p);
  inPlace<<<1, 64>>>(p);
  maybeInPlace<<<1, 64>>>(p, q);
  byOffset<<<1, 64>>>(p, n);
  exchanged<<<1, 64>>>(i);
  timed<<<1, 64>>>(l);
  printed<<<1, 64>>>(p);
  announced<<<4, 64>>>(p, i);
  calls<<<1, 64>>>(p);
  numbered<<<1, 64>>>(p);
  helped<<<1, 64>>>(p);
  ofSome<0><<<1, 64>>>(p);
  ofSome<1><<<1, 64>>>(p);
  raced<<<1, 64>>>(p);
  counted<<<1, 64>>>(i);
}
