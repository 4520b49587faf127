// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Data announced to other blocks before it is visible to them.

__device__ int payload;
__device__ int marker;

// --- Two words, written in one order and seen in another ---------------------

__device__ void publishUnfenced() {
  *(volatile int *)&payload = 42;
  // BUG(missing-fence): the marker may be seen before the payload
  *(volatile int *)&marker = 1;
}

__device__ int consumeUnfenced() {
  int seen = *(volatile int *)&marker;
  // BUG(missing-fence): the payload may be read before the marker
  return seen ? *(volatile int *)&payload : -1;
}

__global__ void passUnfenced(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    publishUnfenced();
  else if (threadIdx.x == 0)
    out[blockIdx.x] = consumeUnfenced();
}

__device__ void publishMended() {
  *(volatile int *)&payload = 42;
  __threadfence();
  *(volatile int *)&marker = 1;
}

__device__ int consumeMended() {
  int seen = *(volatile int *)&marker;
  __threadfence();
  return seen ? *(volatile int *)&payload : -1;
}

__global__ void passMended(int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    publishMended();
  else if (threadIdx.x == 0)
    out[blockIdx.x] = consumeMended();
}

// --- A ticket: the block that takes the last one adds up everybody's part ----

__device__ unsigned tickets;

__device__ float sumOfChunk(const float *data, unsigned n) {
  float sum = 0.0f;
  for (unsigned i = blockIdx.x; i < n; i += gridDim.x)
    sum += data[i];
  return sum;
}

__device__ float sumOfParts(volatile float *parts) {
  float sum = 0.0f;
  for (unsigned block = 0; block < gridDim.x; ++block)
    sum += parts[block];
  return sum;
}

__global__ void ticketWithoutFence(const float *data, unsigned n,
                                   volatile float *parts, float *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = sumOfChunk(data, n);
  // BUG(missing-fence): the ticket may be seen before the part
  unsigned ticket = atomicInc(&tickets, gridDim.x - 1);
  if (ticket == gridDim.x - 1) {
    __threadfence();
    *total = sumOfParts(parts);
  }
}

__global__ void ticketMended(const float *data, unsigned n,
                             volatile float *parts, float *total) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = sumOfChunk(data, n);
  __threadfence();
  unsigned ticket = atomicInc(&tickets, gridDim.x - 1);
  if (ticket == gridDim.x - 1) {
    __threadfence();
    *total = sumOfParts(parts);
  }
}

// --- A fence, but thread 0 announces what the other threads wrote ------------

__global__ void fenceWithoutBarrier(volatile float *parts, float *total) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  if (threadIdx.x == 0) {
    // BUG(missing-fence): no barrier before, so other warps may not have
    // written
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0.0f;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
      sum += parts[i];
    atomicAdd(total, sum);
  }
}

__global__ void fenceWithBarrierMended(volatile float *parts, float *total) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float sum = 0.0f;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
      sum += parts[i];
    atomicAdd(total, sum);
  }
}
