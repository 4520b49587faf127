// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// Rounds of a loop that ends when what it counts under tests has come to an
// end: each round counts one of them on.

__global__ void merge(const float *in, float *out) {
  const int n = 8;
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * n, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = in[base + a + b];
    if (a + 1 < n / 2)
      a++;
    else if (b + 1 < n / 2)
      b++;
    else
      break;
  }
}
__global__ void mergeTooLong(const float *in, float *out) {
  const int n = 8;
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * n, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = in[base + a + b]; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (a + 1 < n / 2)
      a++;
    else if (b + 1 < n)
      b++;
    else
      break;
  }
}

__global__ void two(float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 8, a = 0, b = 0, o = 0;
  do {
    out[base + o++] = a;
    if (a < 3)
      a++;
    else
      b++;
  } while (b < 4);
}
__global__ void twoTooLong(float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 8, a = 0, b = 0, o = 0;
  do {
    out[base + o++] = a; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (a < 3)
      a++;
    else
      b++;
  } while (b < 7);
}

__global__ void downwards(const int *left, float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, a = 3, b = 3;
  float *to = out + t * 7;
  for (;;) {
    *to++ = a;
    if (left[a - b] && a > 0) // silent: no-alias
      --a;
    else if (b > 0)
      --b;
    else
      break;
  }
}
__global__ void downwardsTooLong(const int *left, float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, a = 3, b = 4;
  float *to = out + t * 7;
  for (;;) {
    *to++ = a; // warn global-memory-race: is written by several threads at once
    if (left[a - b] && a > 0)
      --a;
    else if (b > 0)
      --b;
    else
      break;
  }
}

// By two, and with a test at the head.
__global__ void byTwos(float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 5, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = a;
    if (a < 4)
      a += 2;
    else if (b < 4)
      b += 2;
    else
      break;
  }
}
__global__ void byTwosTooLong(float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = a; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (a < 4)
      a += 2;
    else if (b < 4)
      b += 2;
    else
      break;
  }
}
__global__ void untilOneEnds(const int *w, float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 7, a = 0, b = 0, o = 0;
  while (a < 4 && b < 4) {
    out[base + o++] = a;
    if (w[a] < w[b]) // silent: no-alias
      a++;
    else
      b++;
  }
}
__global__ void untilOneEndsTooLong(const int *w, float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 6, a = 0, b = 0, o = 0;
  while (a < 4 && b < 4) {
    out[base + o++] = a; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (w[a] < w[b]) // silent: no-alias
      a++;
    else
      b++;
  }
}

// One way counts neither on.
__global__ void mayStandStill(const int *skip, float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 8, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = a; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (skip[base + o])
      continue;
    if (a < 3)
      a++;
    else if (b < 3)
      b++;
    else
      break;
  }
}
// Nothing limits the second.
__global__ void oneIsFree(const int *stop, float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 8, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = b; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (a < 3)
      a++;
    else if (!stop[base + o])
      b++;
    else
      break;
  }
}
// One comes back to where it was.
__global__ void setBack(const int *again, float *out) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 8, a = 0, b = 0, o = 0;
  while (true) {
    out[base + o++] = b; // warn global-memory-race: {{'out\[\d+\]' is written by several threads at once}}
    if (a < 3)
      a++;
    else if (again[base + o])
      a = 0;
    else if (b < 3)
      b++;
    else
      break;
  }
}
