// RUN: %verify %s --checks=-*,warplint-stream-order
// RUN: %warplint --cache=off --quiet --report-only --format=json --checks=-*,warplint-stream-order --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=EVIDENCE %s
//
// Behind a wait that fails nothing would be ordered, and behind a stream that was not made
// all would be in one.
// EVIDENCE: "evidence":[{"id":"calls-succeed","kind":"assumption"}

#include <cuda_runtime.h>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int *values, int *out) { out[threadIdx.x] = 2 * values[threadIdx.x]; }

void waits(int *out) {
  int *values;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&values, 256 * sizeof(int));
  fill<<<1, 256, 0, first>>>(values);
  if (cudaStreamSynchronize(first) == cudaSuccess)
    out = nullptr;
  twice<<<1, 256, 0, second>>>(values, out);
  cudaDeviceSynchronize();
}

void makes(int *out) {
  int *values;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  if (cudaStreamCreate(&second) != cudaSuccess)
    second = first;
  cudaMalloc(&values, 256 * sizeof(int));
  fill<<<1, 256, 0, first>>>(values);
  twice<<<1, 256, 0, second>>>(values, out); // warn stream-order: reads memory that the kernel 'fill' may still write
  cudaDeviceSynchronize();
}
