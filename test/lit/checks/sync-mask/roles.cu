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
    out[threadIdx.x + 64] = 0;
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

// --- Who parts in one role never comes to another ---------------------------

__device__ __forceinline__ bool isElected() {
  uint32_t pred = 0, lane = 0;
  asm volatile("{\n"
               ".reg .b32 %%rx;\n"
               ".reg .pred %%px;\n"
               "elect.sync %%rx|%%px, %2;\n"
               "@%%px mov.s32 %1, 1;\n"
               "mov.s32 %0, %%rx;\n"
               "}"
               : "+r"(lane), "+r"(pred)
               : "r"(0xFFFFFFFF));
  return pred;
}

__device__ float sumOfWarp(float v) {
  for (int o = 16; o; o >>= 1)
    v += __shfl_xor_sync(0xffffffff, v, o);
  return v;
}

__global__ __launch_bounds__(256) void electedElsewhere(float *out) {
  int w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (w == 4 && isElected())
    out[300] = 1;
  else if (w < 4)
    out[threadIdx.x] = sumOfWarp(threadIdx.x);
}

__global__ __launch_bounds__(256) void firstElsewhere(float *out) {
  int w = threadIdx.x / 32;
  if (w == 4 && threadIdx.x % 32 == 0)
    out[300] = 1;
  else if (w != 4)
    out[threadIdx.x] = sumOfWarp(threadIdx.x);
}

__global__ __launch_bounds__(256) void electedHereToo(float *out) {
  int w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  if (w == 4 && isElected())
    out[300] = 1;
  else if (w <= 4)
    out[threadIdx.x] = sumOfWarp(threadIdx.x); // warn sync-mask: waits for lane 0, which does not come here with lane 1
}

__global__ __launch_bounds__(256) void leftInAnEarlierRound(float *out, int n) {
  int first = threadIdx.x % 32 == 0;
  for (int i = 0; i < n; ++i) {
    int w = __shfl_sync(__activemask(), i + threadIdx.x / 32, 0) % 8;
    if (w == 4 && first)
      break;
    if (w < 4)
      out[threadIdx.x] = sumOfWarp(threadIdx.x); // warn sync-mask: waits for lane
  }
}

// Another way leads there, too.
__global__ __launch_bounds__(256) void electedByEither(float *out, bool all) {
  int w = threadIdx.x / 32;
  if ((all || w == 4) && threadIdx.x % 32 == 0)
    out[300] = 1;
  else if (w < 4)
    out[threadIdx.x] = sumOfWarp(threadIdx.x); // warn sync-mask: waits for lane
}

// A warp's place in a group of warps, against what a loop counts on from where
// another has left it.
__global__ void takeTurns(int *out, int n) {
  int i = 0;
  for (; i < 3 && i < n; i++)
    out[i * 32 + threadIdx.x % 32] = 0;
  for (; i < n; i++) {
    if ((threadIdx.x % 128) / 32 == i % 4)
      __syncwarp(); // silent: whole-rows
    if ((threadIdx.x & 63) >> 5 == (i & 1))
      __syncwarp(); // silent: whole-rows
    if ((threadIdx.x & 0x60) == i)
      __syncwarp(); // silent: whole-rows
    if (threadIdx.x % 96 < 64)
      out[i] += __shfl_sync(~0u, i, 3);
  }
}

// Groups that do not end where warps do.
__global__ void turnsOfPartsOfWarps(int *out, int n) {
  int i = 0;
  for (; i < 3 && i < n; i++)
    out[i * 32 + threadIdx.x % 32] = 0;
  for (; i < n; i++) {
    if ((threadIdx.x % 80) / 32 == i)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    if (((threadIdx.x + 16) % 128) / 32 == i)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    if ((threadIdx.x & 0x4f) / 8 == i)
      __syncwarp(); // warn sync-mask: waits for lanes that may not come here
    if ((threadIdx.x & 0x4f) / 32 == i) // All lanes of a warp have one bit 6.
      __syncwarp();
  }
}
