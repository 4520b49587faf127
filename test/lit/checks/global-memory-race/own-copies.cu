// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race
//
// All threads leave one value that they agree on, and each reads what it has left
// itself: whoever was last, it is the same.

__device__ void reduce(unsigned char *kept, int keep) {
  *kept = __syncthreads_and(keep);
}

__global__ void bitmap(const unsigned char *in, unsigned char *kept, int n) {
  int at = blockIdx.x * 4096 + threadIdx.x;
  reduce(&kept[blockIdx.x], in[at]); // silent: no-alias
  for (int i = 0; i < 31; ++i) {
    at += 128;
    reduce(&kept[blockIdx.x], kept[blockIdx.x] && in[at]);
  }
}

__global__ void inOneRound(const int *in, int *sum, int n) {
  __shared__ int total;
  for (int i = 0; i < n; ++i) {
    int all = __syncthreads_count(in[i * 128 + threadIdx.x]);
    total = all;
    sum[blockIdx.x * 128 + threadIdx.x] += total; // silent: no-alias
  }
}

// Some threads leave nothing.
__global__ void someStore(const unsigned char *in, unsigned char *kept) {
  int keep = in[threadIdx.x];
  for (int i = 0; i < 31; ++i) {
    int all = __syncthreads_and(keep);
    if (threadIdx.x >= 32)
      kept[blockIdx.x] = all; // silent: no-alias
    keep = kept[blockIdx.x] && in[i * 128 + threadIdx.x]; // warn global-memory-race: 'kept[0]' is read while
  }
}

// Nor in all rounds.
__global__ void inSomeRounds(const unsigned char *in, unsigned char *kept) {
  int keep = in[threadIdx.x];
  for (int i = 0; i < 31; ++i) {
    int all = __syncthreads_and(keep);
    if (in[i * 128 + threadIdx.x])
      kept[blockIdx.x] = all; // silent: no-alias
    keep = kept[blockIdx.x] && in[i * 128 + threadIdx.x]; // warn global-memory-race: 'kept[0]' is read while
  }
}

// What they leave differs.
__global__ void ownCounts(const int *in, unsigned char *kept) {
  for (int i = 0; i < 31; ++i) {
    int all = __syncthreads_and(in[i * 128 + threadIdx.x]);
    kept[blockIdx.x] = all + threadIdx.x; // warn global-memory-race: 'kept[0]' is
    if (kept[blockIdx.x]) // warn global-memory-race: 'kept[0]' is read while
      return;
  }
}

// Left in the previous iteration, and read where the next one begins.
__global__ void roundBefore(const int *in, int *kept, int *out) {
  int before = 0;
  for (int i = 0; i < 31; ++i) {
    before += kept[blockIdx.x];
    kept[blockIdx.x] = __syncthreads_count(in[i * 128 + threadIdx.x]); // silent: no-alias
  }
  out[blockIdx.x * 128 + threadIdx.x] = before; // silent: no-alias
}

// The first read finds nothing of it.
__global__ void beforeAll(const int *in, int *kept, int *out) {
  int first = kept[blockIdx.x];
  kept[blockIdx.x] = 7; // warn global-memory-race: 'kept[0]' is overwritten while
  out[blockIdx.x * 128 + threadIdx.x] = first + kept[blockIdx.x]; // silent: no-alias
}

void launch(unsigned char *in, unsigned char *kept, int *i, int *o, int n) {
  bitmap<<<n, 128>>>(in, kept, n);
  inOneRound<<<n, 128>>>(i, o, n);
  someStore<<<n, 128>>>(in, kept);
  inSomeRounds<<<n, 128>>>(in, kept);
  ownCounts<<<n, 128>>>(i, kept);
  roundBefore<<<n, 128>>>(i, o, o + n);
  beforeAll<<<n, 128>>>(i, o, o + n);
}
