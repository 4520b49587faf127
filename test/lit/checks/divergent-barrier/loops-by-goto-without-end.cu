// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Loops without an end whose first node branches: what the branch's arms meet
// at is reached by all threads, as in a loop that is spelled as one.

__global__ void choiceFirst(float *out) {
again:
  switch (threadIdx.x & 3) {
  case 0:
    out[0] = 2;
    break;
  case 1:
    out[1] = 1;
    break;
  default:
    break;
  }
  __syncthreads();
  goto again;
}

__global__ void testFirst(float *out) {
again:
  if (threadIdx.x & 3)
    out[threadIdx.x] = 1;
  __syncthreads();
  goto again;
}

__global__ void testFirstTwice(float *out, int n) {
outer:
  if (threadIdx.x < 7)
    out[threadIdx.x] += 1;
  if (n > 3) {
    __syncthreads();
    goto outer;
  }
  __syncthreads();
  goto outer;
}

__global__ void inArm(float *out) {
again:
  if (threadIdx.x & 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 1;
  goto again;
}

__global__ void backFromArm(float *out) {
again:
  if (threadIdx.x & 3) {
    out[threadIdx.x] = 1;
    goto again;
  }
  __syncthreads(); // warn divergent-barrier: reached by only some threads
  goto again;
}

__global__ void inOneCase(float *out) {
again:
  switch (threadIdx.x & 3) {
  case 0:
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    break;
  default:
    out[threadIdx.x] = 2;
  }
  goto again;
}
