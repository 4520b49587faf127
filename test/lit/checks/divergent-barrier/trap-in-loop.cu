// RUN: %verify %s --checks=-*,warplint-divergent-barrier -- --cuda-gpu-arch=sm_80
//
// A trap ends the whole launch: threads that go on after a test for it have lost
// none of theirs.

__global__ void traps(const bool *chosen, const int *state, int n) {
  int tail = 0;
  for (int t = 0; t < n;) {
    if (threadIdx.x == 0 && state[0] > 5)
      __trap();
    while (tail < 8 && t < n) {
      if (chosen[t])
        ++tail;
      ++t;
    }
    tail = 0;
    __syncthreads();
  }
}

__global__ void trapsInAssembly(const bool *chosen, const int *state, int n) {
  int tail = 0;
  for (int t = 0; t < n;) {
    if (threadIdx.x % 32 == 0)
      while (state[threadIdx.x / 32] > tail)
        if (clock64() > 1000000)
          asm volatile("trap;");
    if (chosen[t])
      ++tail;
    ++t;
    __syncthreads();
  }
}

__global__ void leavesOut(const bool *chosen, const int *state, int n) {
  for (int t = 0; t < n;) {
    if (threadIdx.x == 0 && state[0] > 5)
      ++t;
    ++t;
    __syncthreads(); // warn divergent-barrier: is reached by only some threads
  }
}
