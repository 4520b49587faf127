// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// One branch over a barrier: if, else, switch, ?:, && and ||, data and indices.

__global__ void ifOnThreadIndex(float *out, const float *in) {
  __shared__ float tile[256];
  unsigned tid = threadIdx.x;
  tile[tid] = in[tid];
  if (tid < 16) {
    __syncthreads(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
    // note@-2: this condition differs between threads of one block
    // note@-5: 'tid' varies by thread: computed from 'threadIdx.x'
    // note@-4: for example it holds for thread (0,0,0) and not for thread (16,0,0), in a block of 256 threads
    // note@-4: all threads of the block must reach the same barrier: put the condition around the work before and after it, not around the barrier
    out[tid] = tile[255 - tid];
  }
}

__global__ void boundsCheckAroundTheWork(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = in[i];
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
    // note@-3: this condition differs
    // note@-5: 'i' varies by thread: computed from 'threadIdx.x'
    // note@-5: when n =
    out[i] = tile[threadIdx.x ^ 1];
  }
}

__global__ void barrierInBothArms(int *cells) {
  __shared__ int board[128];
  unsigned column = threadIdx.x;
  board[column] = cells[column];
  if (column % 2 == 0) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+5: threads that go the other way wait here instead, at another barrier
    // note@-2: all threads of the block must reach the same barrier: end the branch before it and wait once for both sides
    cells[column] = board[column ^ 1];
  } else {
    cells[column] = 0;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-7: threads that go the other way wait here instead, at another barrier
  }
}

__global__ void barrierOnlyInElse(int *cells) {
  if (threadIdx.x == 0)
    cells[0] = 1;
  else
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void elseIfLadder(int *cells, int mode) {
  if (mode == 1) {
    __syncthreads();
  } else if (mode == 2 && threadIdx.x < 32) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  } else if (mode == 3) {
    __syncthreads(); // nobody with this mode has looked at threadIdx.x
    cells[threadIdx.x] = 0;
  }
}

__global__ void elseIfLadderThatShares(int *cells, int mode) {
  if (mode == 2 && threadIdx.x < 32) {
    cells[0] = 1;
  } else if (mode >= 2) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: this condition differs
    cells[threadIdx.x] = 0;
  }
}

__global__ void twoDimensionalIndex(float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[y * width + x] = 0;
  }
}

// The whole condition decides over the barrier, whichever part varies.
__global__ void firstOfTwoConditions(float *out, int n) {
  if (threadIdx.x < 5 && n > 3) {
    out[threadIdx.x] = 1;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-3: this condition differs between threads of one block{{$}}
  }
  if (threadIdx.x < 5 || n > 3) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-2: this condition differs between threads of one block{{$}}
  }
}

// Both sides wait, and both findings name the other side.
__global__ void bothSidesOfAnAnd(const int *in, int n) {
  if (threadIdx.x < 32 && in[threadIdx.x] > n) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+3: threads that go the other way wait here instead, at another barrier
    // note@-2: end the branch before it and wait once for both sides
  } else {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-5: threads that go the other way wait here instead, at another barrier
  }
}

__global__ void bothSidesOfAnOr(const int *in, int n) {
  if (threadIdx.x < 32 || in[threadIdx.x] > n) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+2: threads that go the other way wait here instead, at another barrier
  } else {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: threads that go the other way wait here instead, at another barrier
  }
}

__global__ void oneOperandVaries(int n) {
  if (threadIdx.x < 32 && n > 3) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@+2: threads that go the other way wait here instead, at another barrier
  } else {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: threads that go the other way wait here instead, at another barrier
  }
}

__global__ void switchOnThread(int *cells) {
  switch (threadIdx.x % 4) {
  case 0:
    cells[threadIdx.x] = 1;
    break;
  case 1:
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-6: this 'switch' takes different cases in threads of one block
    break;
  default:
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
}

__global__ void ternaryWithBarrier(const int *in, int *out) {
  int i = threadIdx.x;
  out[i] = in[i] > 0 ? __syncthreads_count(in[i]) // warn divergent-barrier: '__syncthreads_count()' is reached by only some threads
                     : 0;
}

__global__ void barrierBehindAnd(const int *in, int *out) {
  if (in[threadIdx.x] > 0 && __syncthreads_or(in[threadIdx.x] > 5)) // warn divergent-barrier: '__syncthreads_or()' is reached by only some threads
    out[threadIdx.x] = 1;
}

__global__ void barrierBehindOr(const int *in, int *out) {
  bool known = in[threadIdx.x] > 0;
  bool any = known || __syncthreads_and(threadIdx.x < 900); // warn divergent-barrier: '__syncthreads_and()' is reached by only some threads
  out[threadIdx.x] = any;
}

__global__ void dataDependent(const int *in, int *out) {
  __shared__ int slots[128];
  int mine = in[blockIdx.x * 128 + threadIdx.x];
  if (mine > 0) {
    slots[threadIdx.x] = mine;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-3: this condition differs
    // note@-5: 'mine' varies by thread: it gets its value here
    // note@-6: 'in' is read at an address that varies by thread
    // note@-7: 'threadIdx.x' is read here
    out[threadIdx.x] = slots[0];
  }
}

__global__ void resultOfAtomic(int *counter, int *out) {
  int slot = atomicAdd(counter, 1);
  if (slot < 10) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-3: 'slot' varies by thread
    // note@-4: the result of 'atomicAdd()' varies by thread
    out[slot] = 1;
  }
}

__global__ void nestedUniformInDivergent(int *out, int n) {
  if (threadIdx.x < 64)
    if (n > 3)
      __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-3: this condition differs
}

__global__ void nestedDivergentInUniform(int *out, int n) {
  if (n > 3)
    if (threadIdx.x < 64)
      __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
}

__global__ void warpUniformIsNotBlockUniform(float *out) {
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    out[threadIdx.x] = 1.0f;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-4: 'warp' varies by thread: computed from 'threadIdx.x'
  }
}

__global__ void ballotIsOnlyWarpUniform(const int *in, int *out) {
  unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] > 0);
  if (votes != 0) {
    __syncthreads(); // warn divergent-barrier: reached by only some threads
    // note@-3: '__ballot_sync()'
    out[threadIdx.x] = __popc(votes);
  }
}

__global__ void floatCondition(const float *in, float *out) {
  if (in[threadIdx.x] * 2.0f > 1.0f)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

__global__ void initStatement(int *out) {
  if (int lane = threadIdx.x & 31; lane == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: 'lane' varies by thread: computed from 'threadIdx.x'
}

__global__ void conditionVariable(const int *in) {
  if (int mine = in[threadIdx.x])
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void clockDiffers(long long *out, long long deadline) {
  if (clock64() < deadline)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// --- Silent -------------------------------------------------------------------

__global__ void uniformConditions(float *out, int n, bool flag, float eps,
                                  const int *table) {
  if (blockIdx.x == 0)
    __syncthreads();
  if (blockIdx.x * blockDim.x < n)
    __syncthreads();
  if (gridDim.x > 1 && blockDim.x > 32)
    __syncthreads();
  if (flag)
    __syncthreads();
  else
    __syncthreads();
  if (eps > 1.0f || n < 3)
    __syncthreads();
  if (sizeof(int) == 4)
    __syncthreads();
  if (table[blockIdx.x] > 0)
    __syncthreads();
  if (table != nullptr)
    __syncthreads();
  n > 4 ? __syncthreads() : void();
  flag && __syncthreads_or(out[threadIdx.x] > 0);
  out[threadIdx.x] = 0;
}

__global__ void uniformSwitch(int mode, float *out) {
  switch (mode) {
  case 0:
    __syncthreads();
    [[fallthrough]];
  case 1:
    __syncthreads();
    break;
  default:
    out[threadIdx.x] = 0;
  }
}

__global__ void barrierOutsideTheIf(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n)
    out[i] = tile[127 - threadIdx.x];
}

__global__ void barrierInTheCondition(const int *in, int *out) {
  if (__syncthreads_count(in[threadIdx.x]) > 10)
    __syncthreads();
  if (__syncthreads_or(in[threadIdx.x] < 0)) {
    __syncthreads();
    out[threadIdx.x] = 1;
  }
  int all = __syncthreads_and(in[threadIdx.x]);
  if (!all)
    __syncthreads();
}

__global__ void unrelatedDivergence(int *out) {
  int value = 0;
  if (threadIdx.x & 1)
    value = 1;
  else
    value = 2;
  out[threadIdx.x] = value;
  __syncthreads();
  switch (threadIdx.x & 3) {
  case 0:
    out[threadIdx.x] += 1;
    break;
  case 1:
    out[threadIdx.x] += 2;
  }
  __syncthreads();
}

__global__ void bothArmsSame(int *out, const int *in) {
  int limit;
  if (in[blockIdx.x] > 2)
    limit = 5;
  else
    limit = blockIdx.x;
  if (limit > 4)
    __syncthreads();
  out[threadIdx.x] = limit;
}

__global__ void constantCondition(int *out) {
  const bool debug = false;
  if (debug && threadIdx.x == 0)
    __syncthreads();
  if (true || threadIdx.x == 0)
    __syncthreads();
  if constexpr (sizeof(long) == 8)
    __syncthreads();
  while (false)
    __syncthreads();
  out[threadIdx.x] = 1;
}

__constant__ int settings[8];

__global__ void constantMemory(int *out) {
  if (settings[2] > 1)
    __syncthreads();
  if (settings[blockIdx.x & 7])
    __syncthreads();
  out[threadIdx.x] = 0;
}

__device__ int deviceSwitch;

__global__ void globalScalarThatNobodyWrites(int *out) {
  if (deviceSwitch)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void cancelsOut(int *out) {
  if (threadIdx.x - threadIdx.x == 0)
    __syncthreads();
  if (threadIdx.x * 0 == 0)
    __syncthreads();
  out[threadIdx.x] = 0;
}

__global__ void assertBefore(int *out, int n) {
  if (out[threadIdx.x] < 0)
    __trap();
  __syncthreads();
  out[threadIdx.x] = n;
}
