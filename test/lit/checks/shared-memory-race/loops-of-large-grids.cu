// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// A loop of unknown length has several iterations, however many threads or
// elements it goes on by: what one iteration leaves is met by the next.

#define LOOP(END, NAME, BASE, STEP)                                            \
  __global__ void NAME(const int *in, int *out, long long n) {                 \
    __shared__ int found[256];                                                 \
    __shared__ unsigned size;                                                  \
    for (long long base = BASE; base < n; base += STEP) {                      \
      if (threadIdx.x == 0)                                                    \
        size = 0;                                                              \
      __syncthreads();                                                         \
      long long at = base + threadIdx.x;                                       \
      if (at < n && in[at] != -1)                                              \
        found[atomicAdd(&size, 1)] = in[at];                                   \
      __syncthreads();                                                         \
      unsigned number = size;                                                  \
      for (unsigned t = threadIdx.x; t < number; t += blockDim.x)              \
        atomicAdd(out + (found[t] & 1023), 1);                                 \
      END;                                                                     \
    }                                                                          \
  }
#define OVER_GRID (long long)blockIdx.x *blockDim.x, (long long)gridDim.x *blockDim.x
#define OVER_TWO_AXES                                                          \
  (blockIdx.y * (long long)gridDim.x + blockIdx.x) * blockDim.x,               \
      (long long)gridDim.x *gridDim.y *blockDim.x
#define BY_CONSTANT blockIdx.x * 128, 1048576
#define EACH(END, NAME, ...) LOOP(END, NAME, __VA_ARGS__)
#define RACE
#define RIGHT __syncthreads()

EACH(RACE, few, OVER_GRID)         // warn shared-memory-race: 'size' is overwritten
EACH(RACE, some, OVER_GRID)        // warn shared-memory-race: 'size' is overwritten
EACH(RACE, most, OVER_GRID) // warn shared-memory-race: 'size' is overwritten
EACH(RACE, many, OVER_GRID)        // warn shared-memory-race: 'size' is overwritten
EACH(RACE, twoAxes, OVER_TWO_AXES) // warn shared-memory-race: 'size' is overwritten
EACH(RACE, constant, BY_CONSTANT)  // warn shared-memory-race: 'size' is overwritten
EACH(RIGHT, fewRight, OVER_GRID) // silent: elected-index
EACH(RIGHT, someRight, OVER_GRID) // silent: elected-index
EACH(RIGHT, manyRight, OVER_GRID) // silent: elected-index
EACH(RIGHT, mostRight, OVER_GRID) // silent: elected-index
EACH(RIGHT, twoAxesRight, OVER_TWO_AXES) // silent: elected-index
EACH(RIGHT, constantRight, BY_CONSTANT) // silent: elected-index

// Counted by hand, and downwards.
__global__ void byHand(const int *in, int *out, int n) {
  __shared__ int first;
  int i = blockIdx.x * blockDim.x;
  while (true) {
    if (i >= n)
      break;
    if (threadIdx.x == 0)
      first = in[i]; // warn shared-memory-race: may still read it
    __syncthreads();
    out[i + threadIdx.x] = first;
    i += gridDim.x * blockDim.x;
  }
}
__global__ void downwards(const int *in, int *out, int n) {
  __shared__ int first;
  for (int i = n - 1 - blockIdx.x * blockDim.x; i >= 0;
       i -= gridDim.x * blockDim.x) {
    if (threadIdx.x == 0)
      first = in[i]; // warn shared-memory-race: may still read it
    __syncthreads();
    out[i] = first;
  }
}

void launch(const int *in, int *out, int n) {
  few<<<32, 128>>>(in, out, n);
  some<<<64, 128>>>(in, out, n);
  many<<<16384, 256>>>(in, out, n);
  most<<<1 << 18, 1024>>>(in, out, n);
  twoAxes<<<dim3(64, 64), 256>>>(in, out, n);
  constant<<<8, 128>>>(in, out, n);
  fewRight<<<32, 128>>>(in, out, n);
  someRight<<<64, 128>>>(in, out, n);
  manyRight<<<16384, 256>>>(in, out, n);
  mostRight<<<1 << 18, 1024>>>(in, out, n);
  twoAxesRight<<<dim3(64, 64), 256>>>(in, out, n);
  constantRight<<<8, 128>>>(in, out, n);
  byHand<<<1024, 256>>>(in, out, n);
  downwards<<<1024, 256>>>(in, out, n);
}
