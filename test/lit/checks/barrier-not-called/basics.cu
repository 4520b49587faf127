// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-barrier-not-called
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-barrier-not-called %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: diff %s %t.cu
// RUN: not %warplint --quiet --fix-unsafe --checks=-*,warplint-barrier-not-called %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --input-file=%t.cu %s --check-prefix=FIXED
//
// A synchronization function that is named but not called.

__global__ void asStatement(int *queue) {
  __shared__ int slots[128];
  slots[threadIdx.x] = queue[threadIdx.x];
  // FIXED: {{^}}  __syncthreads();
  __syncthreads; // warn barrier-not-called: '__syncthreads' is named but not called: nothing synchronizes here
  // note@-1: add '()' to call it
  queue[threadIdx.x] = slots[127 - threadIdx.x];
}

__global__ void inIfWithoutBraces(int *queue, int n) {
  // FIXED: {{^}}    __syncthreads();
  if (n > 3)
    __syncthreads; // warn barrier-not-called: '__syncthreads' is named but not called
  else
    __syncthreads();
  for (int i = 0; i < n; ++i)
    __syncthreads; // warn barrier-not-called: named but not called
  while (--n > 0)
    __syncthreads; // warn barrier-not-called: named but not called
  do
    __syncthreads; // warn barrier-not-called: named but not called
  while (++n < 0);
  switch (n) {
  case 3:
    __syncthreads; // warn barrier-not-called: named but not called
    break;
  default:
    __syncthreads; // warn barrier-not-called: named but not called
  }
again:
  __syncthreads; // warn barrier-not-called: named but not called
  if (n > 1000)
    goto again;
}

__global__ void discarded(int *queue) {
  queue[0] = 1, __syncthreads; // warn barrier-not-called: named but not called
  __syncthreads, queue[0] = 2; // warn barrier-not-called: named but not called
  (void)__syncthreads;         // warn barrier-not-called: named but not called
  static_cast<void>(__syncthreads); // warn barrier-not-called: named but not called
  (__syncthreads);             // warn barrier-not-called: named but not called
  *__syncthreads;              // warn barrier-not-called: named but not called
  &__syncthreads;              // warn barrier-not-called: named but not called
}

__global__ void compared(int *queue) {
  if (__syncthreads_or) // warn barrier-not-called: '__syncthreads_or' is named but not called
    queue[0] = 1;
  if (__syncthreads_count == nullptr) // warn barrier-not-called: named but not called
    queue[0] = 1;
  if (!__syncthreads_and) // warn barrier-not-called: named but not called
    queue[0] = 2;
  while (__syncthreads_or && queue[0] > 4) // warn barrier-not-called: named but not called
    queue[0] = 3;
  queue[1] = __syncthreads_or ? 1 : 0; // warn barrier-not-called: named but not called
}

__global__ void warpBarrier(int *queue) {
  __syncwarp; // warn barrier-not-called: '__syncwarp' is named but not called: nothing synchronizes here
  // FIXED: {{^}}  __syncwarp();
  queue[threadIdx.x] = 1;
}

// Arguments cannot be made up: no fix.
__global__ void needsArguments(int *queue) {
  // FIXED: {{^}}  __syncthreads_or;
  __syncthreads_or; // warn barrier-not-called: named but not called
  __any_sync; // warn barrier-not-called: named but not called
}

// A fence orders this thread's own accesses: named alone it does nothing.
__global__ void fences(int *data, volatile int *flag) {
  data[threadIdx.x] = 1;
  // FIXED: {{^}}  __threadfence();
  __threadfence; // warn barrier-not-called: '__threadfence' is named but not called
  flag[threadIdx.x] = 1;
  __threadfence_block; // warn barrier-not-called: named but not called
  __threadfence_system; // warn barrier-not-called: named but not called
}

template <typename T> __global__ void neverInstantiated(T *queue) {
  queue[threadIdx.x] = T();
  __syncthreads; // warn barrier-not-called: named but not called
}

template <typename T> __global__ void instantiatedTwice(T *queue) {
  __syncthreads; // warn barrier-not-called: named but not called
  queue[threadIdx.x] = T();
}
template __global__ void instantiatedTwice<int>(int *);
template __global__ void instantiatedTwice<float>(float *);

struct Functor {
  __device__ void operator()() const {
    __syncthreads; // warn barrier-not-called: named but not called
  }
};

__global__ void inLambda(int *queue) {
  auto wait = [] { __syncthreads; }; // warn barrier-not-called: named but not called
  wait();
  Functor()();
}

#define BARRIER __syncthreads
#define BLOCK_SYNC() __syncthreads
__global__ void fromMacro(int *queue) {
  BARRIER; // warn barrier-not-called: named but not called
  BARRIER();
  BLOCK_SYNC(); // warn barrier-not-called: named but not called
  BLOCK_SYNC()();
  queue[threadIdx.x] = 0;
}

__device__ void unused() {
  __syncthreads; // warn barrier-not-called: named but not called
}

// The rest of the unit is analysed as ever.
__global__ void otherFindings(int *queue) {
  __syncthreads; // warn barrier-not-called: named but not called
  if (threadIdx.x < 8)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  if (threadIdx.x < 9)
    __syncthreads; // warn barrier-not-called: named but not called
}

// --- Silent -------------------------------------------------------------------

template <void (*Wait)()> __device__ void waitBy() { Wait(); }
template <typename Wait> __device__ void waitWith(Wait wait) { wait(); }
__device__ void deviceWait() { __syncthreads(); }
typedef void (*Action)();
struct Table {
  Action action;
};

__global__ void handedOn(int *queue, bool choice) {
  waitBy<__syncthreads>();
  waitWith(__syncthreads);
  waitWith(&__syncthreads);
  waitWith(deviceWait);
  Action wait = __syncthreads;
  Action other = choice ? deviceWait : nullptr;
  wait = &__syncthreads;
  Table table = {__syncthreads};
  table.action = __syncthreads;
  wait();
  if (other)
    other();
  table.action();
  (*__syncthreads)();
  (__syncthreads)();
  queue[threadIdx.x] = 0;
}

__global__ void called(int *queue) {
  __syncthreads();
  (void)__syncthreads_or(queue[threadIdx.x]);
  (__syncthreads());
  queue[0] = 1, __syncthreads();
  __syncwarp();
  __threadfence();
}

__global__ void notEvaluated(int *queue) {
  using Type = decltype(__syncthreads());
  using Pointer = decltype(&__syncthreads_or);
  static_assert(sizeof(Pointer) == sizeof(void *), "");
  static_assert(noexcept(__syncthreads()) || true, "");
  queue[0] = sizeof(decltype(__syncthreads_or(1)));
}

namespace host {
void __syncthreads() {}
void wait() { __syncthreads; }
} // namespace host

void fill();
__global__ void otherNames(int *queue) {
  queue;
  deviceWait;
  sinf;
  queue[threadIdx.x];
}
