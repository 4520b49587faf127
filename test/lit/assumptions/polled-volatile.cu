// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-polled-volatile
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=MEANWHILE --assume=no-changed-meanwhile
//
// Nothing in the kernel writes what it asks again and again: the host may.

__device__ volatile int stop;
__global__ void untilStopped(float *out) {
  while (!stop) {
    out[threadIdx.x] *= 2;
    __syncthreads(); // ON-warn divergent-barrier: {{}}
    // MEANWHILE-warn@-1 divergent-barrier: {{}}
  }
}

__global__ void asksTheHost(const volatile int *left, float *out) {
  for (int i = 0; i < 100; ++i) {
    if (left[0] == i)
      break;
    __syncthreads(); // ON-warn divergent-barrier: {{}}
    // MEANWHILE-warn@-1 divergent-barrier: {{}}
    out[i] += 1;
  }
}

// Asked once, it is one value; what the kernel writes itself, it may change.
__global__ void asksOnce(const volatile int *left, float *out) {
  if (*left)
    __syncthreads();
  out[threadIdx.x] = 0;
}
__global__ void writesItself(volatile int *left, float *out) {
  while (*left) {
    __syncthreads(); // ON-warn divergent-barrier: {{}}
    // OFF-warn@-1 divergent-barrier: {{}}
    if (threadIdx.x == 0)
      *left = *left - 1;
    out[threadIdx.x] += 1;
  }
}
