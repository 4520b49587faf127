// RUN: %verify %s --checks=-*,warplint-non-atomic-update --certainty=possible
//
// A test that settles who writes, and tests that do not: what all threads find
// behind a barrier, and what an assertion states.

#include <cassert>

// --- Found ----------------------------------------------------------------------

__global__ void firstComeFirstServed(const int *ready, int *lit, const int *val, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int id = ready[i];
    if (lit[id] != -1)
      return;
    lit[id] = val[i]; // warn non-atomic-update: is tested and then written
  }
}

__global__ void bestOfEach(const int *value, const int *bin, int *best) {
  __shared__ int most[64];
  if (threadIdx.x < 64)
    most[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x;
  if (most[bin[i]] < value[i])
    most[bin[i]] = value[i]; // warn non-atomic-update: is tested and then written
  __syncthreads();
  best[threadIdx.x] = most[threadIdx.x % 64];
}

// --- Silent ---------------------------------------------------------------------

__global__ void statedByAnAssertion(const int *ready, int *lit, const int *val, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int id = ready[i];
    assert(lit[id] == -1);
    lit[id] = val[i];
  }
}

struct State {
  int rank, size;
};
__global__ void settledBehindABarrier(const int *counts, int *out, int k) {
  __shared__ int run[256];
  __shared__ State st;
  if (threadIdx.x == 0) {
    st.rank = k;
    st.size = 1000;
  }
  run[threadIdx.x] = counts[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < 256; ++i)
      run[i] += run[i - 1];
  __syncthreads();
  for (int pass = 0; pass < 3; ++pass) {
    int want = st.rank;
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
      int lo = i == 0 ? 0 : run[i - 1], hi = run[i];
      if (lo < want && hi >= want) {
        st.rank = want - lo;
        st.size = hi - lo;
      }
    }
    __syncthreads();
    if (st.size == st.rank)
      break;
    __syncthreads();
  }
  out[threadIdx.x] = st.size;
}
