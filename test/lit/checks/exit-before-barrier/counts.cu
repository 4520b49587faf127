// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Threads that wait for the others and then leave are missed only where the
// others wait more often than they have. Which of the barriers is written where
// makes no difference (PTX ISA, "bar": a barrier counts threads).

// Who leaves has waited at the first of them, not at the second.
__global__ void waitsOnce(int *a, int *b, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 256) {
    for (int i = threadIdx.x; i < n; i += 256)
      a[i] = n;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 256;
  s[t] = b[t];
  __syncthreads();
  b[t] = s[31 - t];
  __syncthreads(); // warn exit-before-barrier: (portability)
  a[b[t]] = t;
}

// As often as the others.
__global__ void asOften(int *a, int *b, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 256) {
    a[threadIdx.x] = n;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 256;
  s[t] = b[t];
  __syncthreads();
  b[t] = s[31 - t];
}

// Not always.
__global__ void notAlways(int *a, int *b, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 256) {
    a[threadIdx.x] = n;
    if (n > 3)
      __syncthreads();
    return;
  }
  int t = threadIdx.x - 256;
  s[t] = b[t];
  __syncthreads(); // warn exit-before-barrier: (portability)
  b[t] = s[31 - t];
}

// As often as nobody knows.
__global__ void rounds(int *a, int *b, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 256) {
    a[threadIdx.x] = n;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 256;
  for (int i = 0; i < n; ++i) {
    s[t] = b[t];
    __syncthreads(); // warn exit-before-barrier: (portability)
    b[t] = s[31 - t];
  }
}

// Twice, which is as often as it gets.
__global__ void atMostTwice(int *a, int *b, int n) {
  __shared__ int s[32];
  if (threadIdx.x < 256) {
    __syncthreads();
    a[threadIdx.x] = n;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 256;
  s[t] = b[t];
  if (n > 7)
    __syncthreads();
  b[t] = s[31 - t];
  __syncthreads();
}
void go(int *a, int *b, int n) {
  waitsOnce<<<1, 288>>>(a, b, n);
  asOften<<<1, 288>>>(a, b, n);
  notAlways<<<1, 288>>>(a, b, n);
  rounds<<<1, 288>>>(a, b, n);
  atMostTwice<<<1, 288>>>(a, b, n);
}
