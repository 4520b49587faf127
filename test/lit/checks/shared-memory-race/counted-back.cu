// RUN: %verify %s --checks=-*,warplint-shared-memory-race
//
// Places that are counted back from a number of the caller: which threads meet
// there depends on how large it is, and a large one does not stand for all.

__global__ void reversedInArray(int *d, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = d[t];
    d[t] = s[n - t - 1]; // warn shared-memory-race: is read while another thread of the block may still write it
  }
}
void launchReversed(int *d, int n) { reversedInArray<<<1, 256>>>(d, n); }

__global__ void reversedInRows(int *d, int n) {
  extern __shared__ int rows[];
  int t = threadIdx.x;
  rows[t] = d[t];
  d[t] = rows[n - 1 - t]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void fromTheEnd(int *d, int n) {
  __shared__ int s[512];
  const int end = n - 1;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = d[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    d[i] = s[end - i]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void last(const int *d, int *out, int n) {
  __shared__ int s[256];
  if (threadIdx.x < n)
    s[threadIdx.x] = d[threadIdx.x];
  out[threadIdx.x] = s[n - 1]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void lastOfRun(const int *d, int *out, int n) {
  extern __shared__ int run[];
  run[threadIdx.x] = d[threadIdx.x];
  if (threadIdx.x == 0)
    out[0] = run[n - 1]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// How many tiles there are: any number, too.
__global__ void tiles(const float *d, float *out, int n, int tile) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n / tile; ++i) {
    s[t] = d[i * 128 + t]; // warn shared-memory-race: is overwritten while another thread of the block may still read it in the previous iteration
    __syncthreads();
    sum += s[127 - t];
  }
  out[t] = sum;
}

__global__ void tilesInTurn(const float *d, float *out, int n, int tile) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n / tile; ++i) {
    s[t] = d[i * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// With a barrier, and in halves that the threads exchange by themselves.
__global__ void reversedInTurn(int *d, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n)
    s[t] = d[t];
  __syncthreads();
  if (t < n)
    d[t] = s[n - t - 1];
}

__global__ void exchanged(int *d, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  if (t < n / 2) {
    int low = s[t];
    s[t] = s[n - 1 - t];
    s[n - 1 - t] = low;
  }
  __syncthreads();
  d[t] = s[t];
}

// A part that begins behind the first one.
__global__ void inTwoParts(int *d, int n) {
  extern __shared__ int parts[];
  int t = threadIdx.x;
  if (t < n) {
    parts[t] = d[t];
    d[t] = parts[n + t]; // silent: bound
  }
}

// Counted back by all threads: there are at least as many as the block has.
__global__ void twoArrays(int *d, int n) {
  extern __shared__ int memory[];
  int *a = memory, *b = memory + n;
  const int t = threadIdx.x;
  a[t] = d[t];
  b[t] = d[n + t]; // silent: in-bounds
  __syncthreads();
  d[t] = a[n - 1 - t] + b[n - 1 - t];
}
