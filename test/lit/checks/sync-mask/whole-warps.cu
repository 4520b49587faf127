// RUN: %verify %s --checks=-*,warplint-sync-mask
//
// A bound that is rounded down to whole warps: the lanes of a warp are on one side
// of it, and leave a loop together. What is left over is handled behind it.

template <typename U, typename V>
constexpr __host__ __device__ auto roundDown(U a, V b) -> decltype(a + b) {
  return (a / b) * b;
}

#define SELECT(NAME, TYPE, LIMIT, FIRST, STEP)                                 \
  __global__ void NAME(const TYPE *offsets, float *out, int p) {               \
    TYPE start = offsets[blockIdx.x], num = offsets[p - 1] - start;            \
    TYPE limit = LIMIT;                                                        \
    TYPE i = FIRST;                                                            \
    bool need = false;                                                         \
    for (; i < limit; i += STEP)                                               \
      need = __any_sync(0xffffffff, need || out[start + i] > 0.f);             \
    if (i < num)                                                               \
      out[i] = need;                                                           \
  }

SELECT(quotients, int, roundDown(num, 32), threadIdx.x, blockDim.x)
SELECT(unsignedQuotients, unsigned, roundDown(num, 32u), threadIdx.x, blockDim.x)
SELECT(longQuotients, long, roundDown(num, 32l), threadIdx.x, blockDim.x)
SELECT(unsignedLongQuotients, unsigned long, roundDown(num, 32ul), threadIdx.x,
       blockDim.x)
SELECT(halves, int, num / 64 * 64, threadIdx.x, blockDim.x)
SELECT(masks, int, num & ~31, threadIdx.x, blockDim.x)
SELECT(rests, int, num - num % 32, threadIdx.x, blockDim.x)
SELECT(behind, int, num / 32 * 32, threadIdx.x + 64, blockDim.x)
SELECT(grids, int, num / 32 * 32, blockIdx.x * blockDim.x + threadIdx.x,
       gridDim.x * blockDim.x)

SELECT(narrowed, int, roundDown((long)num, 32), threadIdx.x, blockDim.x)
SELECT(toUnsigned, unsigned, roundDown((long)num, 32), threadIdx.x, blockDim.x)

SELECT(notRounded, int, num, threadIdx.x, blockDim.x) // warn sync-mask: waits for lanes that may not come here
SELECT(halfWarps, int, num / 16 * 16, threadIdx.x, blockDim.x) // warn sync-mask: waits for lanes that may not come here
SELECT(restsOfHalfWarps, int, num - num % 16, threadIdx.x, blockDim.x) // warn sync-mask: waits for lanes that may not come here
SELECT(others, int, num - p % 32, threadIdx.x, blockDim.x) // warn sync-mask: waits for lanes that may not come here
SELECT(beginInside, int, num / 32 * 32, threadIdx.x + 1, blockDim.x) // warn sync-mask: waits for lanes that may not come here
// The lanes of one warp are below a multiple of 32 and 1, or none is.
SELECT(lanesBeside, int, num / 32 * 32 + threadIdx.x % 2, threadIdx.x, blockDim.x)
SELECT(lanes, int, num / 32 * 32 + threadIdx.x % 2 * 8, threadIdx.x, blockDim.x) // warn sync-mask: waits for lanes that may not come here

// A single test, and its other side.
__global__ void once(float *out, int n) {
  if (threadIdx.x < n / 32 * 32)
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, out[threadIdx.x], 1);
}
__global__ void otherSide(float *out, int n) {
  if (threadIdx.x >= n / 32 * 32)
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, out[threadIdx.x], 1);
}
__global__ void onceInside(float *out, int n) {
  if (threadIdx.x <= n / 32 * 32)
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, out[threadIdx.x], 1); // warn sync-mask: gives lane 0 the value of lane 1, which does not come here
}

void run(const int *o, const unsigned *u, const long *l, const unsigned long *q,
         float *f, int p) {
  quotients<<<p, 128>>>(o, f, p);
  unsignedQuotients<<<p, 128>>>(u, f, p);
  longQuotients<<<p, 128>>>(l, f, p);
  unsignedLongQuotients<<<p, 128>>>(q, f, p);
  halves<<<p, 128>>>(o, f, p);
  masks<<<p, 128>>>(o, f, p);
  rests<<<p, 128>>>(o, f, p);
  behind<<<p, 128>>>(o, f, p);
  grids<<<p, 128>>>(o, f, p);
  narrowed<<<p, 128>>>(o, f, p);
  toUnsigned<<<p, 128>>>(u, f, p);
  notRounded<<<p, 128>>>(o, f, p);
  halfWarps<<<p, 128>>>(o, f, p);
  restsOfHalfWarps<<<p, 128>>>(o, f, p);
  others<<<p, 128>>>(o, f, p);
  beginInside<<<p, 128>>>(o, f, p);
  lanesBeside<<<p, 128>>>(o, f, p);
  lanes<<<p, 128>>>(o, f, p);
  once<<<1, 128>>>(f, p);
  otherSide<<<1, 128>>>(f, p);
  onceInside<<<1, 128>>>(f, p);
}
