// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Barriers and conditions that come out of macros.

#define SYNC() __syncthreads()
#define SYNC_IF(condition)                                                     \
  do {                                                                         \
    if (condition)                                                             \
      __syncthreads();                                                         \
  } while (0)
#define FOR_EACH_OF_MINE(i, n)                                                 \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n);                 \
       i += blockDim.x * gridDim.x)
#define TID threadIdx.x
#define BLOCK_LEADER (threadIdx.x == 0 && threadIdx.y == 0)
#ifdef NDEBUG
#define CHECK_STEP()
#else
#define CHECK_STEP() __syncthreads()
#endif

__global__ void barrierFromMacro(float *out, int n) {
  SYNC();
  if (n > 3)
    SYNC();
  if (TID < 4)
    SYNC(); // warn divergent-barrier: '__syncthreads()' is reached by only some threads of the block
  CHECK_STEP();
  out[TID] = 0;
}

__global__ void conditionFromMacro(float *out, int n) {
  SYNC_IF(n > 4);
  SYNC_IF(TID > 4); // warn divergent-barrier: reached by only some threads
  if (BLOCK_LEADER)
    SYNC(); // warn divergent-barrier: reached by only some threads
}

__global__ void loopFromMacro(float *out, int n) {
  FOR_EACH_OF_MINE(i, n) {
    out[i] = 0;
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  }
  FOR_EACH_OF_MINE(i, n)
  out[i] = 1;
  __syncthreads();
}

#define DEFINE_KERNEL(name, type)                                              \
  __global__ void name(type *data) {                                           \
    if (data[threadIdx.x] > type(0))                                           \
      __syncthreads();                                                         \
  }
DEFINE_KERNEL(badFloat, float) // warn divergent-barrier: reached by only some threads
DEFINE_KERNEL(badInt, int)     // warn divergent-barrier: reached by only some threads

#define DEFINE_GOOD_KERNEL(name, type)                                         \
  __global__ void name(type *data, int n) {                                    \
    for (int i = 0; i < n; ++i)                                                \
      __syncthreads();                                                         \
  }
DEFINE_GOOD_KERNEL(goodFloat, float)
