// Where a round overwrites what others still read in the previous iteration, two
// buffers in turn are as good as another barrier: told where that is true, and
// what does so is silent.
//
// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// RUN: not %warplint --quiet --checks=-*,warplint-shared-memory-race %s -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: FileCheck --implicit-check-not="take turns" --input-file=%t.out %s

// --- Told --------------------------------------------------------------------------

// CHECK: two-buffers.cu:[[#@LINE+9]]:{{.*}} note: put '__syncthreads();' here, or let two buffers take turns by the parity of the iteration: then the one barrier that an iteration has is enough
__global__ void inTiles(const float *in, float *out, int n) {
  __shared__ float tile[128];
  float sum = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 0; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i];
  }
  out[threadIdx.x] = sum;
}

// Two arrays, one barrier; only some threads fill one.
// CHECK: two-buffers.cu:[[#@LINE+12]]:{{.*}} note: put '__syncthreads();' here, or let two buffers take turns by the parity of the iteration
__global__ void ofTwo(const float *a, const float *b, float *out, int n) {
  __shared__ float left[256], right[256];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    left[threadIdx.x] = a[i * 256 + threadIdx.x]; // warn shared-memory-race: in the previous iteration
    if (threadIdx.x < 128)
      right[threadIdx.x] = b[i * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x > 2)
      continue;
    sum += left[255 - threadIdx.x] * right[127 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
void launch(const float *a, const float *b, float *out, int n) { ofTwo<<<1, 256>>>(a, b, out, n); }

// No place for the barrier: the loop has no block.
// CHECK: two-buffers.cu:[[#@LINE+2]]:{{.*}} note: all threads must pass '__syncthreads();' at the end of each iteration, or let two buffers take turns
__device__ float turn(float *cells, float v) {
  cells[threadIdx.x] = v; // warn shared-memory-race: in the previous iteration
  __syncthreads();
  return cells[255 - threadIdx.x];
}
__global__ void inAHelper(const float *in, float *out, int n) {
  __shared__ float cells[256];
  for (int i = 0; i < n; ++i) out[i * 256 + threadIdx.x] = turn(cells, in[i * 256 + threadIdx.x]);
}

// --- As told -----------------------------------------------------------------------

__global__ void inTurn(const float *in, float *out, int n) {
  __shared__ float tile[2][128];
  float sum = 0;
  int turn = 0;
  for (int base = 0; base < n; base += 128) {
    tile[turn][threadIdx.x] = base + threadIdx.x < n ? in[base + threadIdx.x] : 0;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[turn][i];
    turn ^= 1;
  }
  out[threadIdx.x] = sum;
}

// --- Not told: it would not help ---------------------------------------------------

// What is read comes from the round before.
__global__ void carried(const float *in, float *out, int n) {
  __shared__ float carry[256];
  carry[threadIdx.x] = 0;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    float before = carry[255 - threadIdx.x];
    carry[threadIdx.x] = before + in[i * 256 + threadIdx.x]; // warn shared-memory-race: is overwritten
  }
  out[threadIdx.x] = carry[threadIdx.x];
}

// Filled in some rounds, read in all.
__global__ void inSomeRounds(const float *in, float *out, int n, int k) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    if (i != k)
      s[threadIdx.x] = in[i * 64 + threadIdx.x]; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}
void launch(const float *in, float *out, int n, int k) { inSomeRounds<<<1, 256>>>(in, out, n, k); }

// Not all of it is filled again.
__global__ void oneElement(const float *in, float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      s[i % 256] = in[i]; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
  }
}

// It has two buffers, and reads the one that is filled next.
__global__ void staleOne(const float *in, float *out, int n) {
  __shared__ float s[2][256];
  for (int i = 0; i < n; ++i) {
    s[i & 1][threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = s[(i + 1) & 1][255 - threadIdx.x];
  }
}

// The barrier is not in each iteration.
__global__ void barrierInSomeRounds(const float *in, float *out, int n, int k) {
  __shared__ float s[256];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: in the previous iteration
    if (i & k) {
      __syncthreads();
      out[i * 256 + threadIdx.x] = s[255 - threadIdx.x];
    }
  }
}

// Where the inner loop begins again, so do the turns.
__global__ void inTwoLoops(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  for (int row = 0; row < m; ++row)
    for (int i = 0; i < n; ++i) {
      s[threadIdx.x] = in[i * 256 + threadIdx.x]; // warn shared-memory-race: in the previous iteration
      __syncthreads();
      out[(row * n + i) * 256 + threadIdx.x] = s[255 - threadIdx.x];
    }
}

// One flag, which says nothing behind the loop if there are two.
__global__ void flag(const int *in, int *out, int n) {
  __shared__ int found;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      found = in[i]; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    out[i * 256 + threadIdx.x] = found;
  }
}
