// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Threads that leave the kernel are exit-before-barrier's business: silent here.
// What is wrong for the threads that stay is still found.

__global__ void earlyReturn(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __syncthreads();
  out[i] = 0;
}

__global__ void twoEarlyReturns(float *out, const int *mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (!mask[i])
    return;
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    __syncthreads();
  out[i] = 0;
}

__global__ void returnFromInsideALoop(const int *in, float *out, int n) {
  for (int k = 0; k < n; ++k) {
    if (in[threadIdx.x] == k)
      return;
    __syncthreads();
  }
  out[threadIdx.x] = 0;
}

__global__ void onlyOneThreadWorks(float *out, int n) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i) {
    out[i] = 0;
    __syncthreads();
  }
}

__global__ void workThenReturn(float *out) {
  if (threadIdx.x > 100) {
    out[threadIdx.x] = 1;
    out[threadIdx.x + 1] = 1;
    return;
  }
  __syncthreads();
  out[threadIdx.x] = 0;
}

__device__ bool outside(int i, int n) { return i >= n; }

__global__ void returnOnHelper(float *out, int n) {
  if (outside(blockIdx.x * blockDim.x + threadIdx.x, n))
    return;
  __syncthreads();
}

__global__ void trapOnError(const int *in, int *out) {
  if (in[threadIdx.x] < 0)
    __trap();
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void exitInPtx(const int *in, int *out) {
  if (in[threadIdx.x] < 0)
    asm volatile("exit;");
  __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void uniformReturn(int *out, int n) {
  if (blockIdx.x >= n)
    return;
  __syncthreads();
  out[threadIdx.x] = 0;
}

// Not exits, though they look alike.
__global__ void barrierInTheReturningArm(float *out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    return;
  }
  out[threadIdx.x] = 2;
  out[threadIdx.x + 1] = 3;
}

__global__ void barriersOnBothSidesOfAReturn(float *out) {
  if (threadIdx.x < 32) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[threadIdx.x] = 1;
    return;
  }
  __syncthreads();
  out[threadIdx.x] = 2;
}

// A helper's return goes on in the caller: no exit.
__device__ void stage(float *tile, int i, int n) {
  if (i >= n)
    return;
  tile[threadIdx.x] = i;
  __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-4: some leave here and skip it
}

__global__ void helperReturnsEarly(float *out, int n) {
  __shared__ float tile[128];
  stage(tile, threadIdx.x, n);
  out[threadIdx.x] = tile[0];
}

// The survivors part again.
__global__ void divergentAfterAnExit(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i & 1)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
  out[i] = 0;
}
