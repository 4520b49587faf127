// RUN: %verify %s --checks=-*,warplint-sync-mask,warplint-divergent-barrier -- --cuda-gpu-arch=sm_90
//
// Warps with a role of their own each: what decides over a role does not divide
// a warp, and a role's last call is an early return for nobody in it.

__device__ bool elected() {
  unsigned lane = 0, is = 0;
  asm volatile("{ .reg .b32 %%r; .reg .pred %%p; elect.sync %%r|%%p, %2; @%%p mov.s32 %1, 1; mov.s32 %0, %%r; }"
               : "+r"(lane), "+r"(is) : "r"(0xffffffff));
  return is;
}
__device__ int warp() { return __shfl_sync(~0u, threadIdx.x / 32, 0); }

__device__ int lastStage(int *out, int stage) {
  if (elected())
    out[stage] = 3;
  return stage + 1;
}

__global__ void lastCallOfARole(int *out, const int *__restrict__ work) {
  int tile = work[blockIdx.x], stage = 0;
  if (warp() == 1) {
    if (elected())
      out[5] = 1;
    __syncwarp();
    do {
      if (elected())
        out[stage] = 2;
      ++stage;
      tile = work[tile];
    } while (tile >= 0);
    stage = lastStage(out, stage);
  }
}

__global__ void halfOfARole(int *out, const int *__restrict__ work) {
  int tile = work[blockIdx.x], stage = 0;
  if (warp() == 1) {
    if (threadIdx.x % 32 > 7) {
      do
        tile = work[tile];
      while (tile >= 0);
      __syncwarp(); // warn sync-mask: '__syncwarp()' waits for lane 0
      stage = lastStage(out, stage);
    }
  }
}

// --- A branch right before a loop chooses nothing in it ----------------------

__global__ void beforeAnEndlessLoop(int *out, int tile) {
  if (threadIdx.x == 35)
    out[6] = 1;
  while (true) {
    __syncwarp();
    tile = tile * 5 % 77;
    if (tile == 3)
      break;
  }
}

__global__ void beforeALoopOfTheBlock(int *out, int tile) {
  if (threadIdx.x == 35)
    out[6] = 1;
  do {
    __syncthreads();
    tile = tile * 5 % 77;
  } while (tile != 3);
}

__global__ void choosesForALoop(int *out, int tile) {
  if (threadIdx.x == 35)
    tile = 9;
  do {
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    tile = tile * 5 % 77;
  } while (tile != 3);
}

__global__ void choosesInALoop(int *out, int tile) {
  if (threadIdx.x == 35)
    out[6] = 1;
  do {
    __syncthreads(); // warn divergent-barrier: is reached by only some threads of the block
    if (threadIdx.x == 36)
      tile += 2;
    tile = tile * 5 % 77;
  } while (tile != 3);
}

// --- Numbers that are types --------------------------------------------------

template <int V> struct Int {
  static constexpr int value = V;
  __host__ __device__ constexpr operator int() const noexcept { return value; }
};
struct Shape {
  __host__ __device__ constexpr Int<128> threads() const { return {}; }
};
__host__ __device__ constexpr Int<48> oddThreads(Shape) { return {}; }

__global__ void firstOfItsGroup(int *out) {
  int thread = threadIdx.x % Shape{}.threads();
  if (thread / 32 == 0 && elected())
    out[blockIdx.x] = 1;
}

__global__ void partOfAWarp(int *out) {
  int thread = threadIdx.x % oddThreads(Shape{});
  if (thread / 32 == 0 && elected()) // warn sync-mask: waits for lane
    out[blockIdx.x] = 1;
}

// An object without members can still do something.
struct Nothing {};
struct Meet {
  __device__ Nothing operator()(int) const {
    __syncthreads();
    return {};
  }
};
template <class F> __host__ __device__ constexpr Nothing apply(F f, int n) {
  f(n);
  return {};
}
__global__ void someMeet() {
  if (threadIdx.x < 7)
    apply(Meet{}, 3); // warn divergent-barrier: is reached by only some threads of the block
}
