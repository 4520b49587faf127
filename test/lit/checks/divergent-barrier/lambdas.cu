// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- --extended-lambda -std=c++17 --cuda-gpu-arch=sm_90
//
// Lambdas: captures by value and by reference, barriers inside, passed on.

__global__ void barrierInLambda(float *out) {
  auto meet = [] { __syncthreads(); };
  meet();
  if (threadIdx.x < 8)
    meet(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

__global__ void conditionInLambda(float *out, int n) {
  int tid = threadIdx.x;
  auto mine = [=] { return tid < n; };
  auto block = [=] { return n > 3; };
  if (block())
    __syncthreads();
  if (mine())
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: this condition differs
}

__global__ void capturedByReference(float *out, int n) {
  int limit = n;
  auto set = [&](int value) { limit = value; };
  set(n + 1);
  if (limit > 2)
    __syncthreads();
  set(threadIdx.x);
  if (limit > 2)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <typename Action> __device__ void forEachRow(int rows, Action action) {
  for (int r = 0; r < rows; ++r)
    action(r);
}

template <typename Action> __device__ void forMyItems(int n, Action action) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    action(i); // warn divergent-barrier: reached by only some threads
  // note@-2: this loop runs a different number of times
}

__global__ void passedToHelper(float *out, int rows, int n) {
  __shared__ float row[128];
  forEachRow(rows, [&](int r) {
    row[threadIdx.x] = out[r * 128 + threadIdx.x];
    __syncthreads();
    out[r * 128 + threadIdx.x] = row[127 - threadIdx.x];
    __syncthreads();
  });
  forMyItems(n, [&](int i) { out[i] = 0; });
}

__global__ void barrierPassedToDivergentLoop(float *out, int n) {
  forMyItems(n, [&](int i) {
    out[i] = 0;
    __syncthreads();
  });
}

__global__ void genericLambda(float *out, int n) {
  auto larger = [](auto a, auto b) { return a > b; };
  if (larger(n, 4))
    __syncthreads();
  if (larger(threadIdx.x, 4u))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

__global__ void calledInPlace(float *out, int n) {
  const int tiles = [&] {
    if (n > 100)
      return 4;
    return 2;
  }();
  for (int t = 0; t < tiles; ++t)
    __syncthreads();
  const int mine = [&] { return n + threadIdx.x; }();
  for (int t = 0; t < mine; ++t)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}

template <typename F> __global__ void apply(F f, float *out) {
  if (f(blockIdx.x))
    __syncthreads();
  if (f(threadIdx.x))
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  out[threadIdx.x] = 0;
}

void launch(float *out, int limit) {
  apply<<<8, 128>>>([=] __device__(int i) { return i < limit; }, out);
}
