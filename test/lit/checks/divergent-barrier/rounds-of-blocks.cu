// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// `threadIdx.x + round * blockDim.x`, divided by blockDim.x, is the round: the
// same for all threads. And how far each thread came in a loop is seen behind
// it, whether the kernel ends with `return` or not.

// --- Found ----------------------------------------------------------------------

__global__ void stopsAtItsOwn(const unsigned char *in, int *out, unsigned n) {
  unsigned at = threadIdx.x;
  __shared__ int seen;
  while (true) {
    if (at < n && in[at] == 7)
      atomicAdd(&seen, 1);
    at += blockDim.x;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    if (at >= n)
      break;
  }
  *out = seen;
}

__global__ void movedByHalfABlock(const unsigned char *in, int *out, unsigned n) {
  unsigned at = threadIdx.x, size = blockDim.x;
  while (true) {
    out[at] = in[at];
    at += size / 2;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
    if (at / size * size >= n)
      break;
  }
}

__global__ void countedByEach(int *p, int n) {
  int rounds = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    rounds += 1;
  if (rounds > 3)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  p[threadIdx.x] = rounds;
}

__global__ void countedByEachThenReturn(int *p, int n) {
  int rounds = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    rounds += 1;
  if (rounds > 3)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  p[threadIdx.x] = rounds;
  return;
}

// --- Silent ---------------------------------------------------------------------

__global__ void stopsWithTheBlock(const unsigned char *in, int *out, unsigned n) {
  unsigned at = threadIdx.x;
  __shared__ int seen;
  while (true) {
    if (at < n && in[at] == 7)
      atomicAdd(&seen, 1);
    at += blockDim.x;
    __syncthreads();
    if (at / blockDim.x * blockDim.x >= n)
      break;
  }
  *out = seen;
}

__global__ void signedAndCopied(const unsigned char *in, int *out, unsigned n) {
  int size = blockDim.x, at = threadIdx.x;
  while (true) {
    if (at < n)
      out[at] = in[at];
    at += size;
    __syncthreads();
    if ((at / size) * size < n)
      continue;
    __syncthreads();
    break;
  }
}
