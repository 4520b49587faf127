// RUN: %verify %s --checks=-*,warplint-ticket-not-reset --prefix=ON
// RUN: %verify %s --checks=-*,warplint-ticket-not-reset --prefix=OFF --assume=no-first-launch
// RUN: %warplint --cache=off --quiet --report-only --checks=-*,warplint-ticket-not-reset --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
//
// A counter that starts higher wraps where it should.

__device__ unsigned wrapsEarly, wrapsLate;

__device__ int sumOf(volatile int *parts) {
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];
  return sum;
}

__global__ void early(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  // TEXT: first-launch.cu:[[@LINE+1]]:{{.*}}: note: rests on: the counter starts at 0{{$}}
  if (atomicInc(&wrapsEarly, gridDim.x - 2) == gridDim.x - 1) // ON-warn ticket-not-reset: 1 before the value
    *total = sumOf(parts);
}

__global__ void late(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsLate, gridDim.x) == gridDim.x - 1) // warn ticket-not-reset: 1 after the value
    *total = sumOf(parts);
}
