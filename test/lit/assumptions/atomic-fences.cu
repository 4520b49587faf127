// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-missing-fence --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// An atomic that releases is a fence for what stands before it.
// COUNTED-NOT: "atomic-fences":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "atomic-fences":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "atomic-fences":{{[1-9]}}

#include <cuda/atomic>

__device__ unsigned count;
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> other;

__global__ void plain(volatile float *parts, float *out) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  if (threadIdx.x == 0)
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[0];
}

__global__ void rests(volatile float *parts, volatile float *more, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    other.fetch_add(1, cuda::memory_order_acq_rel);
    more[blockIdx.x] = 1;
    last = atomicInc(&count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    out[threadIdx.x] = parts[0] + more[0];
}
