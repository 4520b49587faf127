// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-exit-before-barrier,warplint-sync-mask
//
// A kernel whose last statement is a return behind a loop that threads leave at
// different times: what stands before the loop is reached by all.

__global__ void returnsBehindFor(int *data, int n) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = data[0];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] += first;
  return;
}

__global__ void returnsInWhile(int *data, int n) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = data[0];
  __syncthreads();
  int i = threadIdx.x;
  while (true) {
    if (i >= n)
      return;
    data[i] += first;
    i += blockDim.x;
  }
}

__global__ void loopsBefore(int *data, int n) {
  __shared__ int some[64];
  for (int i = threadIdx.x; i < 64; i += 32)
    some[i] = data[i];
  __syncthreads();
  int sum = some[threadIdx.x];
  if (threadIdx.x % 32 == 0)
    sum += 1;
  sum += __shfl_down_sync(~0u, sum, 1);
  do {
    data[sum] += 1;
    sum += some[sum % 64];
  } while (sum < n);
  return;
}

// A loop that all threads leave together before one that they do not.
__global__ void twoLoops(int *data, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 7)
      data[round] = 1;
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] += 1;
  return;
}

//===--- And in the loop, or under the condition ------------------------------===//

__global__ void barrierUnder(int *data, int n) {
  if (threadIdx.x == 0) {
    data[0] = 1;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] += 1;
  return;
}

__global__ void barrierBetween(int *data, int n) {
  __shared__ int some[256];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    some[threadIdx.x] = data[i];
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    data[i] = some[threadIdx.x ^ 1];
    __syncthreads();
  }
  return;
}

//===--- A return at the end does nothing --------------------------------------===//

__global__ void earlyAndLast(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (value < 0)
    return;
  out[threadIdx.x] = __match_any_sync(~0u, value);
  return;
}

__global__ void earlyWithWorkAndLast(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (value < 0) {
    out[0] = 0;
    return;
  }
  out[threadIdx.x] = __any_sync(~0u, value > 3);
  return;
}

__device__ __forceinline__ void inCallee(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (value < 0)
    return;
  out[threadIdx.x] = __ballot_sync(~0u, value > 3);
  return;
}
__global__ void callsLast(const int *in, int *out) { inCallee(in, out); }

// The second half is left out of some instances.
template <bool WithRest>
__global__ void returnsByParameter(const int *in, int *out, int n) {
  int value = in[threadIdx.x];
  if (value < 0 || value >= n)
    return;
  out[threadIdx.x] = __match_any_sync(~0u, value);
  if (!WithRest)
    return;
  out[threadIdx.x + n] = __any_sync(~0u, value > 3);
}
template __global__ void returnsByParameter<false>(const int *, int *, int);
template __global__ void returnsByParameter<true>(const int *, int *, int);

// Lanes that come back, and lanes whose value is read.
__global__ void comesBack(const int *in, int *out) {
  int value = in[threadIdx.x];
  if (value >= 0)
    value = __match_any_sync(~0u, value); // warn sync-mask: waits for lanes that may not come here
  out[threadIdx.x] = value;
  return;
}

template <bool WithRest>
__global__ void barrierForSome(const int *in, int *out, int n) {
  int value = in[threadIdx.x];
  if (value < n) {
    out[threadIdx.x] = value;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
  }
  if (!WithRest)
    return;
  out[threadIdx.x + n] = value;
}
template __global__ void barrierForSome<false>(const int *, int *, int);
template __global__ void barrierForSome<true>(const int *, int *, int);
