// What the host has tested of a number before it passes it holds in the kernel,
// also where no extent and no size follows from it.
// RUN: %verify %s --checks=global-memory-race,shared-memory-race
#include <cassert>

enum Mode { Sum, Max, Min };

#define KERNEL(name, Type, condition)                                          \
  __global__ void name(int *p, Type a) {                                       \
    if (condition)                                                             \
      p[threadIdx.x] = blockIdx.x;                                             \
  }
#define PAIR_KERNEL(name, condition)                                           \
  __global__ void name(int *p, int a, int b) {                                 \
    if (condition)                                                             \
      p[threadIdx.x] = blockIdx.x;                                             \
  }

KERNEL(none, int, !a)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(some, int, a == 7)
void go1(int *p, int a) {
  if (a == 0) return;
  none<<<64, 256>>>(p, a);
  some<<<64, 256>>>(p, a);
}

KERNEL(notNegative, int, a < 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(zero, int, a == 0)
void go2(int *p, int a) {
  if (a < 0) return;
  notNegative<<<64, 256>>>(p, a);
  zero<<<64, 256>>>(p, a);
}

KERNEL(negative, int, a >= 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(belowZero, int, a == -1)
void go3(int *p, int a) {
  if (a >= 0) return;
  negative<<<64, 256>>>(p, a);
  belowZero<<<64, 256>>>(p, a);
}

KERNEL(large, int, a == 5)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(larger, int, a == 100001)
void go4(int *p, int a) {
  if (a <= 100000) return;
  large<<<64, 256>>>(p, a);
  larger<<<64, 256>>>(p, a);
}

KERNEL(outside, int, a == 5)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(one, int, a == 1)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(two, int, a == 2)
void go5(int *p, int a) {
  if (a < 0 || a > 3) return;
  outside<<<64, 256>>>(p, a);
  one<<<64, 256>>>(p, a);
  two<<<64, 256>>>(p, a);
}

KERNEL(notMinusOne, int, a >= 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(minusOne, int, a == -1)
void go6(int *p, int a) {
  if (a != -1) return;
  notMinusOne<<<64, 256>>>(p, a);
  minusOne<<<64, 256>>>(p, a);
}

KERNEL(odd, int, a % 2 == 1)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(even, int, a % 2 == 0)
void go7(int *p, int a) {
  if (a % 2) return;
  odd<<<64, 256>>>(p, a);
  even<<<64, 256>>>(p, a);
}

KERNEL(unsignedZero, unsigned, a == 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(unsignedOne, unsigned, a == 1)
void go8(int *p, unsigned a) {
  assert(a > 0);
  unsignedZero<<<64, 256>>>(p, a);
  unsignedOne<<<64, 256>>>(p, a);
}

KERNEL(flagOff, bool, !a)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(flagOn, bool, a)
void go9(int *p, bool a) {
  if (!a) return;
  flagOff<<<64, 256>>>(p, a);
  flagOn<<<64, 256>>>(p, a);
}

KERNEL(otherModes, Mode, a == Max)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(sumMode, Mode, a == Sum)
void go10(int *p, Mode a) {
  switch (a) { case Max: return; default: break; }
  otherModes<<<64, 256>>>(p, a);
  sumMode<<<64, 256>>>(p, a);
}

PAIR_KERNEL(equal, a == b)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(less, a + 1 == b)
void go11(int *p, int a, int b) {
  if (a >= b) return;
  equal<<<64, 256>>>(p, a, b);
  less<<<64, 256>>>(p, a, b);
}

PAIR_KERNEL(greater, a > b)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(equalToo, a == b)
void go12(int *p, int a, int b) {
  if (a > b) return;
  greater<<<64, 256>>>(p, a, b);
  equalToo<<<64, 256>>>(p, a, b);
}

PAIR_KERNEL(bothZero, a == 0 && b == 0)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(oneZero, a == 0 && b == 1)
void go13(int *p, int a, int b) {
  if (a < 0 || b < 0) return;
  if (!a && !b) return;
  bothZero<<<64, 256>>>(p, a, b);
  oneZero<<<64, 256>>>(p, a, b);
}

PAIR_KERNEL(factorZero, a == 0 || b == 0)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(factors, a == 2)
void go14(int *p, int a, int b) {
  if (a * b == 0) return;
  factorZero<<<64, 256>>>(p, a, b);
  factors<<<64, 256>>>(p, a, b);
}

PAIR_KERNEL(nextOne, a + 1 == b)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(twice, a == 2 && b == 4)
void go15(int *p, int a) {
  if (a < 2) return;
  nextOne<<<64, 256>>>(p, a, 2 * a);
  twice<<<64, 256>>>(p, a, 2 * a);
}

PAIR_KERNEL(differ, a != b)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(same, a == b && a == 3)
void go16(int *p, int a) {
  differ<<<64, 256>>>(p, a, a);
  same<<<64, 256>>>(p, a, a);
}

// Sizes, too.
__global__ void single(int *p, int n) {
  if (threadIdx.x < n && threadIdx.x > 0)
    p[threadIdx.x] = blockIdx.x;
}
__global__ void few(int *p, int n) {
  if (threadIdx.x < n && threadIdx.x > 0)
    p[threadIdx.x] = blockIdx.x; // warn global-memory-race: is written by several threads at once
}
__global__ void many(int *p, int n) {
  if (threadIdx.x < n)
    p[threadIdx.x] = blockIdx.x; // warn global-memory-race: is written by several threads at once
}
void sizes(int *p, int n) {
  if (n <= 1)
    single<<<64, 256>>>(p, n);
  if (n >= 2 && n < 9)
    few<<<64, 256>>>(p, n);
  if (n >= 100000)
    many<<<64, 256>>>(p, n);
}

// A barrier in each round of a loop that has rounds.
__global__ void rounds(int *p, int steps) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  if (steps > 0)
    __syncthreads();
  p[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void perhaps(int *p, int steps) {
  __shared__ int s[256];
  s[threadIdx.x] = p[threadIdx.x];
  if (steps > 0)
    __syncthreads();
  p[threadIdx.x] = s[255 - threadIdx.x]; // warn shared-memory-race: is read while another thread
}
void steps(int *p, int steps) {
  if (steps >= 0)
    perhaps<<<1, 256>>>(p, steps);
  if (steps >= 1)
    rounds<<<1, 256>>>(p, steps);
}
