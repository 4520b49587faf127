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

PAIR_KERNEL(neither, a == 0 && b == 0)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(onlyOther, a == 0)
void go17(int *p, int a, int b) {
  if (!(a || b))
    return;
  neither<<<64, 256>>>(p, a, b);
  onlyOther<<<64, 256>>>(p, a, b);
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

// One of several.
KERNEL(four, int, a == 4)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(three, int, a == 3)
KERNEL(unlisted, int, a == 2)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(listed, int, a == 5)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(anyOfThem, int, a == 4)
void cases(int *p, int a, int b, int c) {
  switch (a) {
  case 1:
  case 2:
  case 3:
    break;
  default:
    throw a;
  }
  four<<<64, 256>>>(p, a);
  three<<<64, 256>>>(p, a);
  if (b == 1) {
  } else if (b == 3) {
  } else if (b == 5) {
  } else {
    return;
  }
  unlisted<<<64, 256>>>(p, b);
  listed<<<64, 256>>>(p, b);
  switch (c) {
  case 1:
  case 2:
    break;
  default:
    break;
  }
  anyOfThem<<<64, 256>>>(p, c);
}

// Fields of what is passed as a whole.
struct Shape {
  int rows, columns;
};
struct Params {
  float *in, *out;
  int n;
  Shape shape;
  int mode, pitch;
  bool fast;
};
#define PARAMS_KERNEL(name, condition)                                         \
  __global__ void name(Params q) {                                             \
    if (condition)                                                             \
      q.out[threadIdx.x] = blockIdx.x;                                         \
  }
PARAMS_KERNEL(otherMode, q.mode == 1)
// warn@+1 global-memory-race: is written by several threads at once
PARAMS_KERNEL(thisMode, q.mode == 2)
PARAMS_KERNEL(noRows, q.shape.rows == 0)
// warn@+2 global-memory-race: is written by several threads at once
// note: seen with q.shape.rows = 1
PARAMS_KERNEL(oneRow, q.shape.rows == 1)
PARAMS_KERNEL(notFast, !q.fast)
// warn@+1 global-memory-race: is written by several threads at once
PARAMS_KERNEL(fast, q.fast)
__global__ void wholeTiles(Params q) { q.out[blockIdx.x * q.pitch + threadIdx.x] = 1; }
__global__ void halfTiles(Params q) {
  q.out[blockIdx.x * q.pitch + threadIdx.x] = threadIdx.x; // warn global-memory-race: is written by several threads at once
}
__global__ void inside(Params q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < q.n)
    q.out[i] = i;
}
__global__ void pairs(Params q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < q.n)
    q.out[i / 2] = i; // warn global-memory-race: is written by several threads at once
}
void records(float *in, float *out, int n, int rows, bool isFast) {
  if (rows < 1)
    return;
  Params q;
  q.in = in;
  q.out = out;
  q.n = n;
  q.mode = 2;
  q.shape.rows = rows;
  q.fast = isFast;
  q.pitch = 256;
  otherMode<<<64, 256>>>(q);
  thisMode<<<64, 256>>>(q);
  noRows<<<64, 256>>>(q);
  oneRow<<<64, 256>>>(q);
  wholeTiles<<<64, 256>>>(q);
  inside<<<(n + 255) / 256, 256>>>(q);
  pairs<<<(n + 255) / 256, 256>>>(q);
  Params half = q;
  half.pitch = 128;
  halfTiles<<<64, 256>>>(half);
  if (!isFast)
    return;
  notFast<<<64, 256>>>(q);
  fast<<<64, 256>>>(q);
}
PARAMS_KERNEL(slowMode, q.mode == 0)
// warn@+1 global-memory-race: is written by several threads at once
PARAMS_KERNEL(someMode, q.mode == 1)
void given(Params q) {
  if (q.mode <= 0)
    return;
  slowMode<<<64, 256>>>(q);
  someMode<<<64, 256>>>(q);
}

PARAMS_KERNEL(oneColumn, q.shape.columns < 2)
// warn@+1 global-memory-race: is written by several threads at once
PARAMS_KERNEL(twoColumns, q.shape.columns == 2)
void pointedTo(const Params *q) {
  if (q->shape.columns < 2)
    return;
  oneColumn<<<64, 256>>>(*q);
  twoColumns<<<64, 256>>>(*q);
}
// Of a copy nothing is known that somebody may have written since.
void setAnew(Params *q);
// warn@+1 global-memory-race: is written by several threads at once
PARAMS_KERNEL(afterwards, q.shape.columns < 2)
void changed(Params *q) {
  if (q->shape.columns < 2)
    return;
  setAnew(q);
  afterwards<<<64, 256>>>(*q);
}

// What follows from a number that is not passed itself.
KERNEL(beyondRest, int, a >= 16)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(lastRest, int, a == 15)
KERNEL(maskedOff, int, a & 4)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(masked, int, a & 2)
KERNEL(noPart, int, a == 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(fourParts, int, a == 4)
KERNEL(notPicked, int, a == 2)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(picked, int, a == 3)
KERNEL(oddDouble, int, a % 2 == 1)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(lastDouble, int, a == 6)
PAIR_KERNEL(moreThanLess, a > b)
// warn@+1 global-memory-race: is written by several threads at once
PAIR_KERNEL(lessThanMore, a < b)
void parts(int *p, int a, int b, int n, bool isThree) {
  beyondRest<<<64, 256>>>(p, a % 16);
  lastRest<<<64, 256>>>(p, a % 16);
  maskedOff<<<64, 256>>>(p, a & 3);
  masked<<<64, 256>>>(p, a & 3);
  notPicked<<<64, 256>>>(p, isThree ? 3 : 1);
  picked<<<64, 256>>>(p, isThree ? 3 : 1);
  moreThanLess<<<64, 256>>>(p, a < b ? a : b, b);
  lessThanMore<<<64, 256>>>(p, a < b ? a : b, b);
  if (n >= 4096) {
    noPart<<<64, 256>>>(p, n / 1024);
    fourParts<<<64, 256>>>(p, n / 1024);
  }
  if (b >= 0 && b < 4) {
    oddDouble<<<64, 256>>>(p, b * 2);
    lastDouble<<<64, 256>>>(p, b * 2);
  }
}

// Where a loop starts and which way it goes.
KERNEL(noRound, int, a == 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(manyRounds, int, a == 100)
KERNEL(noStride, int, a == 0)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(aStride, int, a == 8)
KERNEL(above, int, a > 300)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(downTo, int, a == 250)
// warn@+1 global-memory-race: is written by several threads at once
KERNEL(setBack, int, a == 0)
void loops(int *p, int n) {
  for (int i = 0; i < n; ++i) {
    noRound<<<64, 256>>>(p, i + 1);
    manyRounds<<<64, 256>>>(p, i + 1);
  }
  for (int stride = 1; stride < n; stride *= 2) {
    noStride<<<64, 256>>>(p, stride);
    aStride<<<64, 256>>>(p, stride);
  }
  for (int i = 300; i > n; i -= 2) {
    above<<<64, 256>>>(p, i);
    downTo<<<64, 256>>>(p, i);
  }
  for (int i = 1; i < n; ++i) {
    setBack<<<64, 256>>>(p, i);
    if (i == 5)
      i = -1;
  }
}

// A barrier in each iteration of a loop that has rounds.
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

// A test of which nothing is known beside one that this call decides.
int age();
__global__ void total(int *p) { if (threadIdx.x == 0) *p = blockIdx.x; }
static void sum(int *p, int n) {
  dim3 grid(n);
  if (age() < 30 && n > 65535)
    grid = dim3(256, (n + 255) / 256);
  total<<<grid, 64>>>(p);
}
void sumOne(int *p) { sum(p, 1); }

// warn@+1 global-memory-race: is written by several threads at once
__global__ void totals(int *p) { if (threadIdx.x == 0) *p = blockIdx.x; }
static void sums(int *p, int n) {
  dim3 grid(1);
  if (age() < 30 || n > 65535)
    grid = dim3(256, (n + 255) / 256);
  totals<<<grid, 64>>>(p);
}
void sumMany(int *p) { sums(p, 70000); }

__global__ void older(int *p) { if (threadIdx.x == 0) *p = blockIdx.x; }
static void byAge(int *p, bool wide) {
  int blocks = !(age() >= 30 || !wide) ? 64 : 1;
  older<<<blocks, 64>>>(p);
}
void narrow(int *p) { byAge(p, false); }
