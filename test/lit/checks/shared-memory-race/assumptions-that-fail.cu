// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-global-memory-race,warplint-implicit-warp-sync
//
// Kernels that look like those for which something is assumed, and are not.

// Barriers of warps only, but blocks of more than one.
__global__ void oneWarpNot(const float *in, float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// A test of data chooses no one thread where all that pass add to what is there.
__global__ void chosenAdds(const int *key, int *sum, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] == 7) *sum = *sum + i; // warn global-memory-race: not all of them write the same
}

// It chooses one for what it guards, not for what follows.
__global__ void notChosen(const int *key, int *first, int *last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] == 7) first[0] = i; // one thread, as far as the kernel's author knows // silent: chosen-thread, no-alias
  last[0] = i; // warn global-memory-race: not all of them write the same
}

// What is larger than a number is mostly many.
__global__ void positive(const int *in, int *out) {
  __shared__ int tile[9];
  if (in[threadIdx.x] > 0)
    tile[threadIdx.x % 9] = threadIdx.x; // warn shared-memory-race: not all of them write the same (likely)
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 9];
}
void launchPositive(const int *in, int *out) { positive<<<1, 64>>>(in, out); }

__global__ void coldOnes(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int own = in[i];
  if (i >= n || !(own <= 2))
    return;
  *out = i; // warn global-memory-race: not all of them write the same (likely)
}

__device__ bool isLive(const unsigned *state) { return *state >= 4u; }
__global__ void liveOnes(const unsigned *states, int *last) {
  __shared__ int found;
  if (isLive(&states[threadIdx.x]))
    found = threadIdx.x; // warn shared-memory-race: not all of them write the same (likely)
  __syncthreads();
  last[threadIdx.x] = found;
}

// What all threads ask alike chooses none of them, nor does a size.
__global__ void positiveIfAny(const int *in, int *out) {
  __shared__ int tile[9];
  if (in[0] < 0)
    return;
  if (in[threadIdx.x] > 0)
    tile[threadIdx.x % 9] = threadIdx.x; // warn shared-memory-race: not all of them write the same (likely)
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 9];
}
void launchIfAny(const int *in, int *out) { positiveIfAny<<<1, 64>>>(in, out); }

__global__ void hotOnes(const float *in, const int *mode, int *out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  switch (*mode) {
  case 3:
    if (i < n && in[i] > 0.5f)
      out[threadIdx.x + blockIdx.x * 32] = i; // warn global-memory-race: not all of them write the same (likely)
  }
}
void launchHot(const float *in, const int *mode, int *out, int n) { hotOnes<<<2, 64>>>(in, mode, out, n); }

__global__ void theOneIfAny(const int *in, int *out) {
  __shared__ int at;
  if (in[0] < 0)
    return;
  if (in[threadIdx.x] == 7)
    at = threadIdx.x; // silent: chosen-thread
  __syncthreads();
  out[threadIdx.x] = at;
}

// Where the sign changes there is one, and one that equals the number.
__global__ void crossing(const int *in, int *out) {
  __shared__ int at;
  if (in[threadIdx.x] < 0 && in[threadIdx.x + 1] >= 0)
    at = threadIdx.x; // silent: elected-thread
  __syncthreads();
  out[threadIdx.x] = at;
}

__global__ void between(const int *in, int *out) {
  __shared__ int at;
  int own = in[threadIdx.x];
  if (own > 6 && own < 8)
    at = threadIdx.x; // silent: chosen-thread
  __syncthreads();
  out[threadIdx.x] = at;
}

// The loop leaves its row, as its end says.
__global__ void leavesRow(float *a, int n) {
  int base = (blockIdx.x * 256 + threadIdx.x) * 4;
  for (int k = 0; k < 5; ++k) a[base + k] = threadIdx.x; // warn global-memory-race: not all of them write the same
}

// Rows of 32 elements, and twice as many threads.
__global__ void strideTold(float *a) {
  __shared__ float s[8 * 32];
  for (int i = 0; i < 8; ++i) s[i * 32 + threadIdx.x] = i; // warn shared-memory-race: not all of them write the same
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
void go(float *a) { strideTold<<<1, 64>>>(a); }

// What is counted atomically is cleared and read plainly.
__global__ void histogram(const unsigned char *in, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1); // warn shared-memory-race: is updated while another thread of the block may still write it
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void histogramRead(const unsigned char *in, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1);
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x]; // warn shared-memory-race: is read while another thread of the block may still write it
}

// Two elements per thread: the array has more than the block has threads.
__global__ void twoPerThread(const float *in, float *out) {
  __shared__ float buf[1024];
  buf[threadIdx.x] = in[blockIdx.x * blockDim.x * 2 + threadIdx.x];
  buf[threadIdx.x + blockDim.x] = in[blockIdx.x * blockDim.x * 2 + blockDim.x + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = buf[2 * threadIdx.x] + buf[2 * threadIdx.x + 1]; // warn shared-memory-race: is read while another thread of the block may still write it
}

__global__ void twoPerThreadRight(const float *in, float *out) {
  __shared__ float buf[1024];
  buf[threadIdx.x] = in[blockIdx.x * blockDim.x * 2 + threadIdx.x];
  buf[threadIdx.x + blockDim.x] = in[blockIdx.x * blockDim.x * 2 + blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = buf[2 * threadIdx.x] + buf[2 * threadIdx.x + 1]; // silent: no-alias
}
