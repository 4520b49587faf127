// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race
//
// Barriers that some rounds of a loop pass and others do not.

__global__ void firstRound(const float *in, float *out, int n) {
  __shared__ float s[256];
  bool first = true;
  for (int i = 0; i < n; ++i) {
    if (!first) __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    first = false;
  }
}
__global__ void pendingFlag(const float *in, float *out, int n) {
  __shared__ float s[256];
  bool pending = false;
  for (int i = 0; i < n; ++i) {
    if (pending) { __syncthreads(); pending = false; }
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    pending = true;
  }
}
__global__ void laterRounds(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    if (i > 0) __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void lastRound(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    if (i + 1 < n) __syncthreads();
  }
}
__global__ void lastRound2(const float *in, float *out, int n) {
  __shared__ float s[256];
  int i = 0;
  while (true) {
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    if (++i == n) break;
    __syncthreads();
  }
}
__global__ void everySecond(const float *in, float *out, int n) {
  __shared__ float s[2][256];
  for (int i = 0; i < n; ++i) {
    s[i & 1][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[i & 1][255 - threadIdx.x];
  }
}
__global__ void resetThenSet(const int *in, int *out, int n) {
  __shared__ int found;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[i * 256 + threadIdx.x] == 7) found = 1;
    __syncthreads();
    if (found) break;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = found; // silent: no-alias
}
__global__ void syncOr(const int *in, int *out, int n) {
  __shared__ int cells[256];
  for (int i = 0; i < n; ++i) {
    cells[threadIdx.x] = in[i * 256 + threadIdx.x];
    if (__syncthreads_or(cells[threadIdx.x] == 7)) break;
    out[i * 256 + threadIdx.x] = cells[threadIdx.x ^ 1];
    __syncthreads();
  }
}
__global__ void tripleBuffer(const float *in, float *out, int n) {
  __shared__ float s[3][256];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[stage][255 - threadIdx.x];
    stage = stage == 2 ? 0 : stage + 1;
  }
}
__global__ void swapped(const float *in, float *out, int n) {
  __shared__ float a[256], b[256];
  float *now = a, *next = b;
  for (int i = 0; i < n; ++i) {
    now[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = now[255 - threadIdx.x];
    float *t = now; now = next; next = t;
  }
}
__global__ void skipEmpty(const float *in, const int *len, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    if (len[i] == 0) continue; // silent: no-alias
    __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x];
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}

__global__ void firstRoundInverted(const float *in, float *out, int n) {
  __shared__ float s[256];
  bool first = true;
  for (int i = 0; i < n; ++i) {
    if (first) __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    first = false;
  }
}
__global__ void neverPending(const float *in, float *out, int n) {
  __shared__ float s[256];
  bool pending = false;
  for (int i = 0; i < n; ++i) {
    if (pending) { __syncthreads(); pending = false; }
    s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void everyThird(const float *in, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0) __syncthreads();
    s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}
__global__ void everySecondStale(const float *in, float *out, int n) {
  __shared__ float s[2][256];
  for (int i = 0; i < n; ++i) {
    s[i & 1][threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[(i + 1) & 1][255 - threadIdx.x];
  }
}
__global__ void resetThenSetBroken(const int *in, int *out, int n) {
  __shared__ int found;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) found = 0; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    if (in[i * 256 + threadIdx.x] == 7) found = 1;
    __syncthreads();
    if (found) break;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = found; // silent: no-alias
}
__global__ void doubleBufferOneBarrierTwoReads(const float *in, float *out, int n) {
  __shared__ float s[2][256];
  int stage = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    s[stage][threadIdx.x] = in[i * 256 + threadIdx.x];
    out[i * 256 + threadIdx.x] = s[stage][255 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
    stage ^= 1;
  }
}
__global__ void skipEmptyBroken(const float *in, const int *len, float *out, int n) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    if (len[i] != 0) __syncthreads(); // silent: no-alias
    s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: may still read it in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}
