// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// break, continue, goto over a barrier. A return is exit-before-barrier's.

__global__ void breakOnOwnData(const int *keys, int *rounds, int limit) {
  int round = 0;
  for (; round < limit; ++round) {
    if (keys[threadIdx.x * limit + round] == 0)
      break;
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-3: this condition differs between threads of one block: some leave here and skip it
  }
  rounds[threadIdx.x] = round;
}

__global__ void continueSkipsTheBarrier(const int *in, int *out, int n) {
  __shared__ int slot[128];
  for (int i = 0; i < n; ++i) {
    if (in[i * 128 + threadIdx.x] < 0)
      continue;
    slot[threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: this condition differs between threads of one block: some leave here and skip it
    out[threadIdx.x] += slot[127 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void gotoOverTheBarrier(int *out) {
  if (threadIdx.x >= 100)
    goto done;
  __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-3: some leave here and skip it
  out[threadIdx.x] = 1;
done:
  out[threadIdx.x] += 2;
}

__global__ void gotoBackwards(int *work) {
again:
  __syncthreads(); // warn divergent-barrier: reached by only some threads
  if (--work[threadIdx.x] > 0)
    goto again;
}

__global__ void breakFromSwitchInLoop(const int *op, int n) {
  for (int i = 0; i < n; ++i) {
    switch (op[threadIdx.x]) {
    case 0:
      break;
    default:
      __syncthreads(); // warn divergent-barrier: reached by only some threads
    }
  }
}

__global__ void breakOfOuterLoop(const int *in, int n) {
  for (int i = 0; i < n; ++i) {
    int found = 0;
    for (int j = 0; j < 8; ++j)
      if (in[j * blockDim.x + threadIdx.x] == i) {
        found = 1;
        break;
      }
    if (found)
      break;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-3: some leave here and skip it
  }
}

__global__ void infiniteLoopLeftByThread(int *cells) {
  int steps = 0;
  while (true) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    cells[threadIdx.x] += 1;
    if (++steps > threadIdx.x)
      break;
  }
  cells[threadIdx.x] = steps;
}

// --- Silent -------------------------------------------------------------------

__global__ void uniformBreak(const int *in, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    if (in[blockIdx.x + i] == 0)
      break;
    if (i == 7)
      continue;
    __syncthreads();
  }
  out[threadIdx.x] = 0;
}

__global__ void breakByVote(const int *keys, int *rounds, int limit) {
  int round = 0;
  for (; round < limit; ++round) {
    int finished = keys[threadIdx.x * limit + round] == 0;
    if (__syncthreads_and(finished))
      break;
  }
  __syncthreads();
  rounds[threadIdx.x] = round;
}

__global__ void continueAfterTheBarrier(const int *in, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    if (in[threadIdx.x] < i)
      continue;
    out[threadIdx.x] = i;
  }
}

__global__ void breakOfInnerLoopWithoutBarrier(const int *in, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (in[j] == threadIdx.x)
        break;
      out[threadIdx.x] += j;
    }
    __syncthreads();
  }
}

__global__ void gotoBetweenBarriers(int *out) {
  __syncthreads();
  if (threadIdx.x == 3)
    goto skip;
  out[threadIdx.x] = 1;
skip:
  __syncthreads();
}

__global__ void uniformGoto(int *out, int n) {
retry:
  __syncthreads();
  if (--n > 0)
    goto retry;
  out[threadIdx.x] = n;
}
