// Lanes come by several paths, or in some iterations only: the mask names those.
// RUN: %verify %s --checks=-*,warplint-sync-mask

__global__ void ends(unsigned *p) {
  int lane = threadIdx.x;
  unsigned c = p[lane];
  if (lane == 31 || lane == 0) c = __shfl_down_sync(0x80000001u, c, 31);
  p[lane] = c;
}

__global__ void three(unsigned *p) {
  int lane = threadIdx.x % 32;
  unsigned c = p[threadIdx.x];
  if (lane == 4 || lane == 9 || (lane > 20 && lane < 22))
    c += __shfl_sync(1u << 4 | 1u << 9 | 1u << 21, c, 9);
  p[threadIdx.x] = c;
}

__global__ void negated(unsigned *p) {
  int lane = threadIdx.x % 32;
  unsigned c = p[threadIdx.x];
  if (!(lane != 2 && lane != 3)) c += __shfl_xor_sync(0xcu, c, 1);
  p[threadIdx.x] = c;
}

__global__ void nested(unsigned *p, int n) {
  unsigned c = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    if (i / 32 < n / 32) {
      if (threadIdx.x == 31 || threadIdx.x == 0) c = __shfl_down_sync(0x80000001u, c, 31);
    }
    p[i] = c;
  }
}

__global__ void whole(unsigned *p, int n) {
  unsigned c = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    unsigned mask = i / 32 < n / 32 ? 0xffffffffu : (1u << (n % 32)) - 1;
    if (mask == 0xffffffffu) c = __shfl_down_sync(0xffffffffu, c, 31);
    p[i] = c;
  }
}

__global__ void wholeAndEnds(unsigned *p, int n) {
  unsigned c = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    unsigned mask = i / 32 < n / 32 ? 0xffffffffu : (1u << (n % 32)) - 1;
    if (mask == 0xffffffffu && (threadIdx.x == 31 || threadIdx.x == 0))
      c = __shfl_down_sync(0x80000001u, c, 31);
    p[i] = c;
  }
}

__global__ void cases(unsigned *p) {
  unsigned c = p[threadIdx.x];
  switch (threadIdx.x % 32) {
  case 3:
  case 17:
    c = __shfl_sync(1u << 3 | 1u << 17, c, 3);
    break;
  default:
    break;
  }
  p[threadIdx.x] = c;
}

__global__ void rest(unsigned *p) {
  unsigned c = p[threadIdx.x];
  switch (threadIdx.x % 32) {
  case 31:
    break;
  default:
    c = __shfl_sync(0x7fffffffu, c, 3);
  }
  p[threadIdx.x] = c;
}

__global__ void elseOfBoth(unsigned *p) {
  int lane = 31 - (threadIdx.x & 31);
  unsigned c = p[threadIdx.x];
  if (lane != 0 && lane != 31)
    p[threadIdx.x] = 1;
  else
    c = __shfl_sync(0x80000001u, c, 0);
  p[threadIdx.x] = c;
}

void run(unsigned *p, int n) {
  cases<<<8, 64>>>(p);
  rest<<<8, 64>>>(p);
  elseOfBoth<<<8, 64>>>(p);
  ends<<<1, 32>>>(p);
  three<<<8, 128>>>(p);
  negated<<<8, 64>>>(p);
  nested<<<1, 32>>>(p, n);
  whole<<<1, 32>>>(p, n);
  wholeAndEnds<<<1, 32>>>(p, n);
}

// --- Wrong --------------------------------------------------------------------

__global__ void endsAndMore(unsigned *p) {
  int lane = threadIdx.x;
  unsigned c = p[lane];
  if (lane == 31 || lane == 0)
    c = __shfl_down_sync(0x80000003u, c, 31); // warn sync-mask: waits for lane 1, which does not come here
  p[lane] = c;
}

__global__ void threeOfFour(unsigned *p) {
  int lane = threadIdx.x % 32;
  unsigned c = p[threadIdx.x];
  if (lane == 4 || lane == 9 || (lane > 20 && lane < 23))
    c += __shfl_sync(1u << 4 | 1u << 9 | 1u << 21, c, 9); // warn sync-mask: lane 22
  p[threadIdx.x] = c;
}

__global__ void restOfRow(unsigned *p, int n) {
  unsigned c = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    if (i / 32 >= n / 32)
      c = __shfl_down_sync(0xffffffffu, c, 1); // warn sync-mask: lane
    p[i] = c;
  }
}

__global__ void oneCaseOfTwo(unsigned *p) {
  unsigned c = p[threadIdx.x];
  switch (threadIdx.x % 32) {
  case 3:
    c = __shfl_sync(1u << 3 | 1u << 17, c, 3); // warn sync-mask: waits for lane 17
    break;
  default:
    break;
  }
  p[threadIdx.x] = c;
}

// Who comes is a matter of data.
__global__ void laneOrData(unsigned *p, const int *q) {
  unsigned c = p[threadIdx.x];
  if (threadIdx.x % 32 == 0 || q[threadIdx.x])
    c = __shfl_sync(~0u, c, 0); // warn sync-mask: waits for lanes that may not come here
  p[threadIdx.x] = c;
}

void wrong(unsigned *p, int n) {
  oneCaseOfTwo<<<8, 64>>>(p);
  laneOrData<<<8, 64>>>(p, nullptr);
  endsAndMore<<<1, 32>>>(p);
  threeOfFour<<<8, 128>>>(p);
  restOfRow<<<1, 32>>>(p, n);
}
