// RUN: %verify %s --checks=-*,warplint-named-barrier
//
// What warps pass on their way to numbered barriers: assertions, loops that no
// barrier hangs on, and pointers that may be left out.

#include <cassert>

__device__ inline void sync(int id, int n) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
__device__ inline void arrive(int id, int n) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory");
}

// --- Assertions hold, whoever comes to them -------------------------------------

__global__ void assertedByOneLane(int *out, const int *in, int n) {
  if (threadIdx.x % 32 == 0) {
    assert(in[0] > 0 && "no work");
    out[0] = n;
  }
  if (threadIdx.x < 64)
    sync(1, 96); // warn named-barrier: barrier 1 waits for 96 threads, and 64 come
  out[threadIdx.x] = n;
}
void launch1(int *out, const int *in) { assertedByOneLane<<<1, 128>>>(out, in, 3); }

__global__ void assertedAndRight(int *out, const int *in, int n) {
  if (threadIdx.x % 32 == 0) {
    assert(in[0] > 0 && "no work");
    out[0] = n;
  }
  if (threadIdx.x < 64)
    sync(1, 64);
  out[threadIdx.x] = n;
}
void launch2(int *out, const int *in) { assertedAndRight<<<1, 128>>>(out, in, 3); }

// Who leaves does not come: that is no assertion.
__global__ void leftByData(int *out, const int *in) {
  if (in[threadIdx.x / 32] < 0)
    return;
  if (threadIdx.x < 64)
    sync(1, 96);
  out[threadIdx.x] = 1;
}
void launch3(int *out, const int *in) { leftByData<<<1, 128>>>(out, in); }

// --- Loops that no barrier hangs on ------------------------------------------

template <int Counted>
__device__ void tiles(float *out, int rounds) {
  __shared__ float tile[2][64 * 64];
  int group = threadIdx.x / 128;
  for (int i = 0; i < rounds; ++i) {
    if (group == 0) {
      sync(2, 384); // silent: whole-rows
      for (int row = 0; row < 64; ++row)
        for (int column = threadIdx.x; column < 64 * 64; column += 128)
          if (row % 2 == i % 2)
            tile[i % 2][column] += row;
      arrive(1, 384); // silent: whole-rows
    } else {
      arrive(2, 384); // warn named-barrier: warps may come to barrier 2 before its last use is over
      // note@-8: warp 0 comes here
      float sum = 0;
      for (int row = 0; row < 64; ++row)
        for (int column = 0; column < 64; ++column)
          sum += tile[i % 2][row * 64 + column];
      sync(1, Counted); // silent: whole-rows
      out[threadIdx.x] = sum;
    }
  }
}
__global__ void __launch_bounds__(384) tilesOfWrongGroups(float *out, int rounds) {
  tiles<256>(out, rounds);
}
__global__ void __launch_bounds__(384) tilesOfAll(float *out, int rounds) {
  tiles<384>(out, rounds);
}

// The number that a loop counts decides: it is counted.
__global__ void __launch_bounds__(64) countedNumber(int *out) {
  int id = 1;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j)
      id = id == 3 ? 1 : id + 1;
  sync(id, 32 * id + 32); // warn named-barrier: barrier 2 waits for 96 threads, and 64 come
  out[threadIdx.x] = id;
}

// --- Pointers and numbers that may be left out --------------------------------

__global__ void wrongEitherWay(float *out, const float *bias) {
  int warp = threadIdx.x / 32;
  if (bias)
    sync(2, 128);
  if (warp < 2)
    sync(1, 96); // warn named-barrier: barrier 1 waits for 96 threads, and 64 come
  out[threadIdx.x] = bias ? bias[warp] : 0;
}
void launch4(float *out, const float *bias) { wrongEitherWay<<<1, 128>>>(out, bias); }

__global__ void rightEitherWay(float *out, const float *bias, float beta) {
  int warp = threadIdx.x / 32;
  if (bias || beta != 0)
    sync(2, 128);
  if (warp < 2)
    sync(1, 64);
  out[threadIdx.x] = bias ? bias[warp] : 0;
}
void launch5(float *out, const float *bias, float beta) {
  rightEitherWay<<<1, 128>>>(out, bias, beta);
}

// With a pointer that nobody may ever pass.
__global__ void wrongWithOne(float *out, const float *bias) {
  int warp = threadIdx.x / 32;
  if (bias && warp < 2)
    sync(1, 96);
  out[threadIdx.x] = bias ? bias[warp] : 0;
}
void launch6(float *out, const float *bias) { wrongWithOne<<<1, 128>>>(out, bias); }
