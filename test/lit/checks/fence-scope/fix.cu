// A fence is widened; what is mended so is silent.
//
// RUN: %verify %s --checks=-*,warplint-fence-scope
// RUN: cp %s %t.cu
// RUN: %warplint --quiet --fix --checks=-*,warplint-fence-scope %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s
// RUN: %warplint --quiet --checks=-*,warplint-fence-scope,warplint-missing-fence %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > %t.out
// RUN: count 0 < %t.out

#include <cuda/atomic>

__device__ unsigned count;
__device__ __managed__ int answer;
__device__ __managed__ volatile int answered;

__global__ void ticket(volatile float *parts, float *out) {
  if (threadIdx.x)
    return;
  // CHECK:      {{^}}  parts[blockIdx.x] = 1;
  // CHECK-NEXT: {{^}}  __threadfence();
  parts[blockIdx.x] = 1;
  __threadfence_block(); // warn fence-scope: orders 'parts' for threads of the block only
  if (atomicInc(&count, gridDim.x - 1) == gridDim.x - 1)
    for (unsigned i = 0; i < gridDim.x; ++i)
      *out += parts[i];
}

__global__ void flag(volatile int *ready, volatile int *message, int *out) {
  if (blockIdx.x == 0) {
    // CHECK:      {{^}}    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    *message = 42;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block); // warn fence-scope: orders 'message'
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    // CHECK:      {{^}}    __threadfence();
    __threadfence_block(); // warn fence-scope: orders 'message'
    out[blockIdx.x] = *message;
  }
}

__global__ void tellsTheHost() {
  // CHECK:      {{^}}  answer = 42;
  // CHECK-NEXT: {{^}}  __threadfence_system();
  answer = 42;
  __threadfence(); // warn fence-scope: and the host reads it
  answered = 1;
}

int host() {
  tellsTheHost<<<1, 1>>>();
  while (!answered) {
  }
  return answer;
}
