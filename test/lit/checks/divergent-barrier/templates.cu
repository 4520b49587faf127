// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Each instantiation is analysed; what it says of one place is said once.

template <int Threads> __global__ void reduce(const float *in, float *out) {
  __shared__ float sum[Threads];
  int tid = threadIdx.x;
  sum[tid] = in[tid];
  __syncthreads();
  if (Threads >= 256) {
    if (tid < 128)
      sum[tid] += sum[tid + 128];
    __syncthreads();
  }
  if (Threads >= 128) {
    if (tid < 64)
      sum[tid] += sum[tid + 64];
    __syncthreads();
  }
  if (tid < 32) {
    sum[tid] += sum[tid + 32];
    __syncwarp();
    if (tid == 0)
      out[blockIdx.x] = sum[0];
  }
}
template __global__ void reduce<128>(const float *, float *);
template __global__ void reduce<256>(const float *, float *);

template <typename T> __global__ void badInEveryInstance(T *data) {
  if (data[threadIdx.x] > T(0))
    __syncthreads(); // warn divergent-barrier: reached by only some threads of the block
}
template __global__ void badInEveryInstance<float>(float *);
template __global__ void badInEveryInstance<double>(double *);
template __global__ void badInEveryInstance<int>(int *);

// Bad in one instantiation only.
template <bool PerThread> __global__ void badInOne(const int *limits) {
  int limit = PerThread ? limits[threadIdx.x] : limits[blockIdx.x];
  for (int i = 0; i < limit; ++i)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
template __global__ void badInOne<true>(const int *);
template __global__ void badInOne<false>(const int *);

template <bool Sync> __global__ void constexprBranch(float *out) {
  if (threadIdx.x == 0) {
    if constexpr (Sync)
      __syncthreads();
    out[0] = 1;
  }
}
template __global__ void constexprBranch<false>(float *);

template <bool Sync> __global__ void constexprBranchTaken(float *out) {
  if (threadIdx.x == 0) {
    if constexpr (Sync)
      __syncthreads(); // warn divergent-barrier: reached by only some threads
    out[0] = 1;
  }
}
template __global__ void constexprBranchTaken<true>(float *);
template __global__ void constexprBranchTaken<false>(float *);

// Never instantiated: no types, nothing to say.
// Nobody instantiates it: it is looked at with a type that is chosen.
template <typename T> __global__ void neverInstantiated(T *data) {
  if (data[threadIdx.x] > 0)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

// The policy decides whom to wait for.
struct BlockPolicy {
  static __device__ void wait() { __syncthreads(); }
  static __device__ bool takes(int) { return true; }
};
struct WarpPolicy {
  static __device__ void wait() { __syncwarp(); }
  static __device__ bool takes(int item) { return item < 16; }
};

template <typename Policy> struct Worker {
  int items;
  __device__ void run(float *out) {
    if (threadIdx.x < items)
      Policy::wait(); // warn divergent-barrier: '__syncthreads()' in 'wait' is reached by only some threads
  }
  __device__ void all(float *out) {
    if (Policy::takes(threadIdx.x))
      Policy::wait();
  }
};

__global__ void useWarp(float *out, int n) {
  Worker<WarpPolicy> w{n};
  w.run(out);
  w.all(out);
}
__global__ void useBlock(float *out, int n) {
  Worker<BlockPolicy> w{n};
  w.run(out);
  w.all(out);
}

template <int Stage> __device__ void stages(float *out) {
  __syncthreads();
  out[threadIdx.x] += Stage;
  if constexpr (Stage > 0)
    stages<Stage - 1>(out);
}
__global__ void unrolledByRecursion(float *out) { stages<4>(out); }

template <typename... Steps> __device__ void runAll(Steps... steps) {
  (steps(), ...);
}
struct MeetAll {
  __device__ void operator()() const { __syncthreads(); }
};
__global__ void foldExpression(float *out) {
  runAll(MeetAll{}, MeetAll{});
  if (threadIdx.x & 1)
    runAll(MeetAll{}); // warn divergent-barrier: reached by only some threads
}

template <typename T> struct Reducer {
  static constexpr int kWarps = 4;
  T *scratch;
  __device__ T block(T v) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2)
      v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0)
      scratch[warp] = v;
    __syncthreads();
    if (warp == 0) {
      v = lane < kWarps ? scratch[lane] : T(0);
      for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    }
    return v;
  }
};

__global__ void blockReduceOfTwo(const float *in, float *out) {
  __shared__ float scratch[4];
  __shared__ int counts[4];
  Reducer<float> sums{scratch};
  Reducer<int> numbers{counts};
  float s = sums.block(in[threadIdx.x]);
  int c = numbers.block(in[threadIdx.x] > 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = s / c;
}

__global__ void blockReduceInDivergentArm(const float *in, float *out) {
  __shared__ float scratch[4];
  Reducer<float> sums{scratch};
  if (in[threadIdx.x] > 0)
    out[threadIdx.x] = sums.block(in[threadIdx.x]); // warn divergent-barrier: '__syncthreads()' in 'block' is reached by only some threads
}
