// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A barrier behind calls: helpers, members, references, pointers, recursion.

__device__ void blockBarrier() { __syncthreads(); }
__device__ void twoDeep() { blockBarrier(); }

__global__ void helperUnderCondition(float *out) {
  if (threadIdx.x < 32)
    blockBarrier(); // warn divergent-barrier: '__syncthreads()' in 'blockBarrier' is reached by only some threads of the block
  // note@-2: this condition differs between threads of one block
  // note@5: the barrier is here
  out[threadIdx.x] = 0;
}

__global__ void helperOfHelper(float *out) {
  if (out[threadIdx.x] > 0)
    twoDeep(); // warn divergent-barrier: in 'twoDeep' is reached by only some threads
  // note@6: through this call of 'blockBarrier'
  // note@5: the barrier is here
}

// The helper's own branch depends on its argument.
__device__ void syncIf(bool wanted) {
  if (wanted)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
  // note@+8: 'wanted' varies by thread: this argument does
}

__global__ void uniformArgument(float *out, int n) {
  syncIf(n > 5);
  out[threadIdx.x] = 0;
}
__global__ void divergentArgument(float *out) {
  syncIf(threadIdx.x < 5);
  out[threadIdx.x] = 0;
}

// The same helper with a uniform argument only, called from two kernels.
__device__ void syncTimes(int times) {
  for (int i = 0; i < times; ++i)
    __syncthreads();
}
__global__ void callsWithParameter(int n) { syncTimes(n); }
__global__ void callsWithBlock() { syncTimes(blockIdx.x & 3); }

__device__ bool isLeader() { return threadIdx.x == 0; }
__device__ bool isLeaderBlock() { return blockIdx.x == 0; }
__device__ int twice(int x) { return 2 * x; }
__device__ int firstLane(int x) { return __shfl_sync(0xffffffffu, x, 0); }

__global__ void conditionFromCallee(float *out, int n) {
  if (isLeaderBlock())
    __syncthreads();
  if (twice(n) > 4)
    __syncthreads();
  if (isLeader())
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
  // note@-13: the value returned by 'isLeader' varies by thread
  // note@-14: 'threadIdx.x' is read here
  if (twice(threadIdx.x) > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  if (firstLane(threadIdx.x) > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Out-parameters.
__device__ void locate(int *row, int &column) {
  *row = blockIdx.y;
  column = threadIdx.x;
}
__global__ void outParameters(float *out) {
  int row, column;
  locate(&row, column);
  if (row > 3)
    __syncthreads();
  if (column > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
  // note@-10: 'column' varies by thread: computed from 'threadIdx.x'
}

// References and pointers to locals.
__global__ void throughReference(float *out, int n) {
  int limit = n;
  int &alias = limit;
  if (limit > 4)
    __syncthreads();
  alias = threadIdx.x;
  if (limit > 4)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  int *pointer = &limit;
  *pointer = 7 * n;
  if (alias > 4)
    __syncthreads();
}

// Structures: one field varies, the other does not.
struct Work {
  int tile;
  int item;
  __device__ bool lastTile(int tiles) const { return tile == tiles - 1; }
  __device__ bool mine(int items) const { return item < items; }
  __device__ void finish() const {
    if (item > 4)
      __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
};

__device__ Work nextWork(int round) {
  Work w;
  w.tile = blockIdx.x + round * gridDim.x;
  w.item = threadIdx.x;
  return w;
}

__global__ void structFields(float *out, int tiles, int items) {
  Work w = {static_cast<int>(blockIdx.x), static_cast<int>(threadIdx.x)};
  if (w.tile < tiles)
    __syncthreads();
  if (w.item < items)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-5: 'item' varies by thread: computed from 'threadIdx.x'
  w.item = tiles;
  if (w.item < items)
    __syncthreads();
}

__global__ void structReturnedByCallee(float *out, int tiles, int items) {
  for (int round = 0; round < 4; ++round) {
    Work w = nextWork(round);
    if (w.tile >= tiles)
      break;
    __syncthreads();
    if (w.lastTile(tiles))
      __syncthreads();
    if (w.mine(items))
      __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
}

__global__ void memberFunctionWithBarrier(int n) {
  Work w = nextWork(n);
  w.finish();
}

class Guard {
public:
  __device__ explicit Guard(int n) : limit(n) { __syncthreads(); }
  __device__ ~Guard() { __syncthreads(); }
  int limit;
};

__global__ void constructorAndDestructor(int n, float *out) {
  {
    Guard all(n);
    out[threadIdx.x] = all.limit;
  }
  if (threadIdx.x < 7) {
    Guard some(n); // warn divergent-barrier: reached by only some threads
    out[threadIdx.x] = some.limit;
  }
}

// A local array: elements of their own.
__global__ void localArray(int n) {
  int bounds[2] = {n, 4};
  if (bounds[0] > bounds[1])
    __syncthreads();
  bounds[0] = threadIdx.x;
  if (bounds[0] > 2)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Assigned uniform before the branch; assigned varying on one path only.
__global__ void reassigned(float *out, int n) {
  int i = threadIdx.x;
  out[i] = 1;
  i = n;
  if (i > 3)
    __syncthreads();
  if (n == 4)
    i = threadIdx.x;
  if (i > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-3: 'i' varies by thread: computed from 'threadIdx.x'
}

__global__ void chosenByThread(float *out, int n) {
  int limit = 1;
  if (threadIdx.x == 5)
    limit = 2;
  if (limit == 2)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-4: 'limit' varies by thread: it is assigned under this condition, which does
  // note@-5: 'threadIdx.x' is read here
}

// A device function that no kernel of the unit calls: its parameters are taken
// for uniform, its own thread index is not.
__device__ void nobodyCallsThis(float *out, int n) {
  if (n > 3)
    __syncthreads();
  if (threadIdx.x > 3)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// Two kernels call one bad helper: one finding.
__device__ void badHelper(float *out) {
  if (threadIdx.x == 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
__global__ void firstCaller(float *out) { badHelper(out); }
__global__ void secondCaller(float *out) { badHelper(out + 1); }

// Two calls in two branches: a finding for each.
__global__ void calledTwice(float *out) {
  if (threadIdx.x == 0)
    blockBarrier(); // warn divergent-barrier: reached by only some threads
  if (threadIdx.x == 1)
    blockBarrier(); // warn divergent-barrier: reached by only some threads
}

__device__ void barrierBehindPointer(void (*action)()) { action(); }
__global__ void throughFunctionPointer(float *out) {
  barrierBehindPointer(blockBarrier);
  out[threadIdx.x] = 0;
}

__device__ int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
__global__ void recursionOfUniform(float *out, int n) {
  if (depth(n) > 3)
    __syncthreads();
  out[threadIdx.x] = 0;
}

struct Shape {
  __device__ virtual int sides() const { return 4; }
};
__global__ void helperWithDivergenceButNoBarrier(float *out, int n) {
  if (threadIdx.x < n) {
    Shape s;
    out[threadIdx.x] = s.sides() + twice(n);
  }
  __syncthreads();
}
