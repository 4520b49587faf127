// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A word of shared memory changes while threads test it. Whoever changes it has
// tested it as well: where old and new value decide alike, all threads go one way.

#include <cfloat>

__global__ void searchesInBatches(const float *in, float *out, int n, float limit) {
  extern __shared__ float best[];
  float before = 0;
  for (int base = 0; base <= n; base += blockDim.x) {
    int i = base + threadIdx.x;
    if (i <= n)
      best[threadIdx.x] = in[i] * limit;
    else
      best[threadIdx.x] = 0;
    __syncthreads(); // silent: sentinel
    if (threadIdx.x == 0)
      for (int k = 0; k < blockDim.x; ++k) {
        if (best[k] < limit && before > limit) {
          out[0] = base + k;
          best[0] = FLT_MAX; // Found.
          break;
        }
        before = best[k];
      }
    __syncthreads(); // silent: sentinel
    if (best[0] == FLT_MAX)
      break;
  }
}

// The same by an integer, the other way round.
__global__ void stateWord(const int *in, int *out, int n) {
  __shared__ int state;
  if (threadIdx.x == 0)
    state = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < n * blockDim.x; i += blockDim.x) {
    if (in[i] == 7)
      state = 3;
    __syncthreads();
    if (state != 3) {
      if (threadIdx.x == 0)
        state = 2;
      __syncthreads();
      out[i] = 1;
    }
    __syncthreads();
  }
}

__global__ void resetToWhatDecidesAlike(const int *in, int *out) {
  __shared__ int level;
  if (threadIdx.x == 0)
    level = in[blockIdx.x];
  __syncthreads();
  while (!(level > 5)) {
    if (threadIdx.x == 0)
      level = 0;
    __syncthreads();
    if (in[threadIdx.x] > 8 && threadIdx.x == 31)
      level = 9;
    __syncthreads();
  }
  out[threadIdx.x] = level;
}

__global__ void truthOfTheWord(const int *in, int *out, int n) {
  __shared__ bool more;
  more = true;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (!more)
      break;
    if (threadIdx.x == 0)
      more = true;
    __syncthreads();
    if (in[i] == 0 && threadIdx.x == 0)
      more = false;
    __syncthreads();
    out[i] = more;
  }
}

// --- What is written decides otherwise -----------------------------------------------

__global__ void isTakenBack(const int *in, int *out, int n) {
  __shared__ bool found;
  found = false;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (in[i + threadIdx.x] == 4)
      found = true;
    __syncthreads();
    if (!found)
      continue;
    if (threadIdx.x == 0)
      found = false;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    out[i] = 1;
  }
}

__global__ void mayBeTheSentinel(const float *in, float *out, int n) {
  __shared__ float best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (best == FLT_MAX)
      break;
    if (threadIdx.x == 0)
      best = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    out[i] = best;
    __syncthreads();
  }
}

// --- Who writes has not tested -----------------------------------------------------

__global__ void writesBeforeTheTest(const int *in, int *out, int n) {
  __shared__ int state;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      state = 2;
    if (state != 3) {
      __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
      out[i] = 1;
    }
    if (in[i] == 5)
      state = 3;
  }
}

__global__ void writesOnBothSides(const int *in, int *out) {
  __shared__ int state;
  if (threadIdx.x == 0)
    state = in[blockIdx.x];
  __syncthreads();
  if (state != 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
  if (threadIdx.x == 0)
    state = 2;
  __syncthreads();
  out[threadIdx.x] = state;
}
