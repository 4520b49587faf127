// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Threads that read a volatile word of global memory one after the other can
// see two values.

__device__ volatile int stop;

__global__ void untilStopped(float *x) {
  while (!stop) {
    x[threadIdx.x] *= 2;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}

__global__ void byPointer(const volatile unsigned *left, float *x) {
  for (unsigned i = 0; i < *left; i++) {
    x[threadIdx.x] += i;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}

struct Line {
  int head, tail;
};
__global__ void byMember(volatile Line *line, float *x) {
  while (line->head != line->tail) {
    x[threadIdx.x] += 1;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
}

// Blocks take work from a list that they also fill.
__global__ void whileOthersAdd(volatile Line *line, float *x) {
  int end = line->tail;
  if (end > 0)
    __syncthreads(); // warn divergent-barrier: {{}}
  if (x[threadIdx.x] > 0)
    line->tail = end + 1;
}
__global__ void counted(const volatile unsigned *left, unsigned *out, float *x) {
  unsigned rounds = *left;
  for (unsigned i = 0; i < rounds; i++) {
    x[threadIdx.x] += i;
    __syncthreads(); // warn divergent-barrier: {{}}
  }
  atomicSub((unsigned *)left, 1);
}

// Asked once, of what no thread of the kernel writes.
__global__ void onceByMember(volatile Line *line, float *x) {
  if (line->head != line->tail)
    __syncthreads();
  x[threadIdx.x] += 1;
}
__device__ unsigned roundedUp(unsigned n, unsigned of) { return (n + of - 1) / of * of; }
__global__ void workOfAList(const volatile unsigned *left, volatile unsigned *next, float *x) {
  unsigned all = roundedUp(*left, blockDim.x * gridDim.x);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += blockDim.x * gridDim.x) {
    __syncthreads();
    if (x[i] > 0)
      next[i] = 1;
  }
}

// One thread reads for all.
__global__ void byOne(const volatile unsigned *left, float *x) {
  __shared__ unsigned n;
  if (threadIdx.x == 0)
    n = *left;
  __syncthreads();
  for (unsigned i = 0; i < n; i++) {
    x[threadIdx.x] += i;
    __syncthreads();
  }
}

// Not volatile: what no thread of the kernel writes stays.
__global__ void plain(const unsigned *left, float *x) {
  for (unsigned i = 0; i < *left; i++) {
    x[threadIdx.x] += i;
    __syncthreads();
  }
}

// Volatile shared memory, which only this block can write.
__global__ void shared(float *x, int n) {
  __shared__ volatile int rounds;
  if (threadIdx.x == 0)
    rounds = n;
  __syncthreads();
  for (int i = 0; i < rounds; i++) {
    x[threadIdx.x] += i;
    __syncthreads();
  }
}

void launch(float *x, const unsigned *n, Line *l, int m) {
  untilStopped<<<8, 128>>>(x);
  byPointer<<<8, 128>>>(n, x);
  byMember<<<8, 128>>>(l, x);
  byOne<<<8, 128>>>(n, x);
  plain<<<8, 128>>>(n, x);
  shared<<<8, 128>>>(x, m);
}
