// RUN: %verify %s --checks=-*,warplint-ticket-not-reset --prefix=ON
// RUN: %verify %s --checks=-*,warplint-ticket-not-reset --prefix=OFF --assume=no-launched-again
//
// One launch counts right; the next one goes on counting.

__device__ unsigned counted, wrapsEarly;

__device__ int sumOf(volatile int *parts) {
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i)
    sum += parts[i];
  return sum;
}

__global__ void again(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicAdd(&counted, 1u) == gridDim.x - 1) // ON-warn ticket-not-reset: the counter 'counted' is not set back
    *total = sumOf(parts);
}

// No launch has a last block.
__global__ void early(volatile int *parts, int *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&wrapsEarly, gridDim.x - 2) == gridDim.x - 1) // warn ticket-not-reset: 1 before the value
    *total = sumOf(parts);
}
