// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// What a counted loop leaves behind: it ends in the first round that lets it,
// not in one after it.

__global__ void endsOfRows(float *x, const int n, const int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows || n < 2)
    return;
  int at = r * n;
  for (int k = 1; k < n - 1; k++) {
    at += 1;
    x[at] = 2.f;
  }
  at += 1;
  x[at] = 3.f;
  x[r * n] = 1.f;
}
__global__ void oneRoundMore(float *x, const int n, const int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows || n < 2)
    return;
  int at = r * n;
  for (int k = 1; k < n; k++) {
    at += 1;
    x[at] = 2.f;
  }
  at += 1;
  x[at] = 3.f;
  x[r * n] = 1.f; // warn global-memory-race: is written while a thread of another block may still write it
}

__global__ void thereAndBack(float *x, const int n, const int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n;
  float last = 1.f;
  for (int k = 1; k < n - 1; k++) {
    at += 1;
    last = x[at];
  }
  at += 1;
  x[at] = last;
  for (int k = n - 2; k >= 0; k--) {
    at -= 1;
    last += x[at];
    x[at] = last;
  }
}
__global__ void oneStepTooLong(float *x, const int n, const int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n;
  float last = x[at];
  for (int k = 1; k < n; k++) {
    at += 1;
    last = x[at];
  }
  at += 1;
  x[at] = last; // warn global-memory-race: is overwritten while a thread of another block may still read it
  for (int k = n - 2; k >= 0; k--) {
    at -= 1;
    last += x[at];
    x[at] = last;
  }
}

__global__ void strided(const float *c, float *x, int len, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || len < 2)
    return;
  int p = i * len;
  for (int k = 1; k < len - 1; ++k) {
    ++p;
    x[p] = c[p];
  }
  ++p;
  x[p] = c[p];
  for (int k = len - 2; k >= 0; --k) {
    --p;
    x[p] += 1;
  }
}
void launchStrided(const float *c, float *x, int len, int rows) {
  strided<<<rows / 256 + 1, 256>>>(c, x, len, rows);
}
__global__ void rowsTooNear(const float *c, float *x, int len, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows || len < 2)
    return;
  int p = i * (len - 1);
  for (int k = 1; k < len - 1; ++k) {
    ++p;
    x[p] = c[p];
  }
  ++p;
  x[p] = c[p];
  for (int k = len - 2; k >= 0; --k) {
    --p;
    x[p] += 1; // warn global-memory-race: may still write it
  }
}
void launchTooNear(const float *c, float *x, int len, int rows) {
  rowsTooNear<<<rows / 256 + 1, 256>>>(c, x, len, rows);
}

// Bound and step spelled in other ways.
__global__ void upTo(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows || n < 3)
    return;
  int *at = x + r * n;
  int k = 1;
  while (k <= n - 2) {
    *++at = k;
    ++k;
  }
  at[1] = k;
  x[r * n] = 0;
}
__global__ void upToOneMore(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows || n < 3)
    return;
  int *at = x + r * n;
  int k = 1;
  while (k <= n - 1) {
    *++at = k;
    ++k;
  }
  at[1] = k;
  x[r * n] = 0; // warn global-memory-race: is written while a thread of another block may still write it
}
__global__ void tested(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n, k = 1;
  do {
    x[at++] = k; // silent: pitch
  } while (++k < n);
  x[at] = 1; // silent: pitch
}
__global__ void testedOneMore(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n, k = 0;
  do {
    x[at++] = k; // silent: pitch
  } while (++k < n);
  x[at] = 1; // warn global-memory-race: may still write it
}
__global__ void byTwo(int *x) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, at = r * 8;
  for (int k = 0; k < 7; k += 2) {
    x[at] = k;
    x[at + 1] = k;
    at += 2;
  }
  x[at - 1] = 0;
}
__global__ void byTwoBehind(int *x) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, at = r * 8;
  for (int k = 0; k < 7; k += 2) {
    x[at] = k;
    x[at + 1] = k;
    at += 2;
  }
  x[at] = 9; // warn global-memory-race: may still write it
}

// The test stands in the middle, or behind what a round does.
__global__ void leftInTheMiddle(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n, k = 1;
  while (true) {
    x[at++] = k; // silent: pitch
    if (++k >= n)
      break;
  }
  x[at] = 1; // silent: pitch
}
__global__ void leftTooLate(int *x, int n, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows)
    return;
  int at = r * n, k = 1;
  while (true) {
    x[at++] = k; // silent: pitch
    if (++k >= n)
      break;
  }
  x[at + 1] = -1; // warn global-memory-race: may still write it
}

// Rounds that double.
__global__ void doubled(int *x) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  int at = r * 8;
  for (int u = 1; u < 128; u *= 2)
    ++at;
  x[at] = 1;
  x[r * 8] = 2;
}
__global__ void doubledOnceMore(int *x) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  int at = r * 8;
  for (int u = 1; u < 256; u *= 2)
    ++at;
  x[at] = 1;
  x[r * 8] = 2; // warn global-memory-race: may still write it
}
