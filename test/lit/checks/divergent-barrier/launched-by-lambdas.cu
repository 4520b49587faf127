// RUN: %verify %s --checks=-*,warplint-divergent-barrier
// The host says in lambdas how many threads a kernel has.

__global__ void oneWarp(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void oneWarpHanded(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void oneWarpCaptured(int *p) {
  if (threadIdx.x < 32)
    __syncthreads();
}
__global__ void twoWarps(int *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
__global__ void twoWarpsHanded(int *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
__global__ void twoWarpsCaptured(int *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}
__global__ void anyThreads(int *p) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
}

template <typename F> void dispatch(const char *, const F &f) { f(); }
void later(void (*f)(int));

void run(int *p) {
  auto launch = [=](int threads) { oneWarp<<<4, threads>>>(p); };
  launch(32);
  launch(16);
  auto launchTwo = [=](int threads) { twoWarps<<<4, threads>>>(p); };
  launchTwo(32);
  launchTwo(64);
  dispatch("one", [&] {
    auto go = [&](auto threads) { oneWarpHanded<<<4, threads>>>(p); };
    return go(32);
  });
  dispatch("two", [&] {
    auto go = [&](auto threads) { twoWarpsHanded<<<4, threads>>>(p); };
    return go(64);
  });
  int threads = 32, more = 32;
  auto captured = [=] { oneWarpCaptured<<<4, threads>>>(p); };
  auto capturedTwo = [&] { twoWarpsCaptured<<<4, more>>>(p); };
  more = 64;
  captured();
  capturedTwo();
  auto any = [](int threads) { anyThreads<<<4, threads>>>(nullptr); };
  any(32);
  later(any);
}
