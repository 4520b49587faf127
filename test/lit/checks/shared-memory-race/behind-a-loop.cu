// What a loop has done to a variable by the time that threads have left it.
// RUN: %verify %s --checks='-*,warplint-shared-memory-race'

#include <cuda_runtime.h>

constexpr int Size = 128, Stages = 3;

// Two rounds lead past what is read.
__global__ void pastIt(const float *in, float *out) {
  __shared__ float s[4 * Size];
  float *to = s + threadIdx.x;
  for (int i = 0; i < 2; ++i) {
    *to = in[threadIdx.x];
    to += Size;
  }
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  *to = r;
  out[threadIdx.x] = r;
}

// And back again.
__global__ void backAgain(const float *in, float *out) {
  __shared__ float s[4 * Size];
  int to = threadIdx.x;
  for (int i = 3; i > 0; --i) {
    s[to] = in[threadIdx.x];
    to += Size;
  }
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  s[to - 3 * Size] = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// By a counter that is halved.
__global__ void halved(const float *in, float *out) {
  __shared__ float s[5 * Size];
  int to = threadIdx.x, back = threadIdx.x;
  for (int i = 8; i > 0; i /= 2) {
    s[to] = in[threadIdx.x];
    to += Size;
    back += Size / 4;
  }
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  s[to] = r;
  s[back - Size] = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// It can end before.
__global__ void mayBreak(const float *in, float *out) {
  __shared__ float s[4 * Size];
  float *to = s + threadIdx.x;
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < 2; ++i) {
    if (in[i] > 0)
      break;
    to += Size;
  }
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  *to = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// As many rounds as the caller says: none, too.
__global__ void asOften(const float *in, float *out, int n) {
  __shared__ float s[4 * Size];
  float *to = s + threadIdx.x;
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < n; ++i)
    to += Size;
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  *to = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// Each thread as many as it has left.
template <int Most>
__global__ void byThread(const float *in, float *out) {
  __shared__ float s[4 * Size];
  float *to = s + threadIdx.x;
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = threadIdx.x; i < Most; i += Size)
    to += Size;
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  *to = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// Rounds that differ: by a switch, by what they skip, by their own number.
template <int Back> __global__ void uneven(const float *in, float *out) {
  __shared__ float s[8 * Size];
  float *to = s + threadIdx.x;
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < 3; ++i)
    switch (i) {
    case 0:
      to += Size;
      break;
    case 1:
      to += 2 * Size;
      break;
    default:
      break;
    }
  for (int i = 0; i < 3; ++i) {
    if (i == 1)
      continue;
    to += Size;
  }
  for (int i = 0; i < 3; ++i)
    to -= i * Size;
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  to[-Back * Size] = r; // warn shared-memory-race: may still read it
  out[threadIdx.x] = r;
}

// The rounds of an inner loop are those of its last time.
__global__ void inner(const float *in, float *out) {
  __shared__ float s[8 * Size];
  int at = 0;
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; i < 2; ++i) {
    at = i;
    for (int j = 0; j < 2; ++j)
      ++at;
  }
  __syncthreads();
  float r = s[threadIdx.x ^ 33];
  s[at * Size + threadIdx.x] = r; // silent: own-part
  out[threadIdx.x] = r;
}

// All rounds of the inner loop but one go on, and one goes back by as many. What
// its counter is once they have left it says nothing of them. To go back by one
// less leads to what is written.
template <int Back>
__global__ void thereAndBack(const float *in, float *out, int n) {
  __shared__ float s[16 * Size];
  const float *from = s + (threadIdx.x ^ 33);
  s[threadIdx.x] = in[threadIdx.x];
  float sum = 0;
  for (; n > 0; --n) {
    __syncthreads();
    sum += *from;
    if constexpr (Back == 9)
      s[10 * Size + threadIdx.x] = sum;
    else
      s[10 * Size + threadIdx.x] = sum; // warn shared-memory-race: may still read it
    for (int i = 0; i < 10; ++i) {
      if (i + 1 != 9)
        from += Size;
      if (i + 2 == 10)
        from -= Back * Size;
    }
  }
  out[threadIdx.x] = sum;
}

// A ring of stages: the first are filled in a loop, through a reference. One
// more than that, and the second round writes what it reads.
template <int Filled> struct Ring {
  float *Write, *Read;
  int Writes = Stages - 1, Reads = 0;
  __device__ Ring(float *s)
      : Write(s + threadIdx.x), Read(s + (threadIdx.x ^ 33)) {}

  __device__ static void fill(float *&to, const float *&from, int &left) {
    for (int stage = 0; stage < Filled; ++stage, --left) {
      *to = from[threadIdx.x];
      to += Size;
      from += Size;
    }
  }

  __device__ void next() {
    Write += Size;
    if (Writes == Stages - 1) {
      Write -= Stages * Size;
      Writes = 0;
    } else {
      ++Writes;
    }
    Read += Size;
    if (Reads == Stages - 1) {
      Read -= Stages * Size;
      Reads = 0;
    } else {
      ++Reads;
    }
  }
};

template <int Filled>
__global__ void ring(const float *in, float *out, int left) {
  __shared__ float s[(Stages + 1) * Size];
  Ring<Filled> r(s);
  r.fill(r.Write, in, left);
  __syncthreads();
  float sum = 0;
  for (; left > -Filled; --left) {
    sum += *r.Read;
    *r.Write = *in; // warn shared-memory-race: may still read it
    __syncthreads();
    in += Size;
    r.next();
  }
  out[threadIdx.x] = sum;
}

// The barrier in one round of an inner loop.
__global__ void innerRounds(const float *in, float *out, int left) {
  constexpr int Filled = Stages - 1;
  __shared__ float s[(Stages + 1) * Size];
  Ring<Filled> r(s);
  r.fill(r.Write, in, left);
  __syncthreads();
  float sum = *r.Read;
  for (; left > -Filled;) {
    for (int i = 0; i < 4; ++i) {
      sum += *r.Read;
      if (i + 2 == 4) {
        *r.Write = *in;
        __syncthreads();
        in += Size;
        r.next();
        --left;
      }
    }
  }
  out[threadIdx.x] = sum;
}

void launch(const float *in, float *out, int n) {
  pastIt<<<1, Size>>>(in, out);
  backAgain<<<1, Size>>>(in, out);
  halved<<<1, Size>>>(in, out);
  mayBreak<<<1, Size>>>(in, out);
  asOften<<<1, Size>>>(in, out, n);
  byThread<Size><<<1, Size>>>(in, out);
  byThread<Size / 2><<<1, Size>>>(in, out);
  uneven<0><<<1, Size>>>(in, out);
  uneven<2><<<1, Size>>>(in, out);
  inner<<<1, Size>>>(in, out);
  thereAndBack<9><<<1, Size>>>(in, out, n);
  thereAndBack<8><<<1, Size>>>(in, out, n);
  ring<Stages - 1><<<1, Size>>>(in, out, n);
  ring<Stages><<<1, Size>>>(in, out, n);
  innerRounds<<<1, Size>>>(in, out, n);
}
