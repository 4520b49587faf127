// RUN: %verify %s --checks=-*,warplint-stream-order --prefix=ON
// RUN: %verify %s --checks=-*,warplint-stream-order --prefix=OFF --assume=no-first-element
// RUN: %warplint --cache=off --quiet --report-only --format=json --checks=-*,warplint-stream-order --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=EVIDENCE %s
//
// Whether the first thread of either kernel passes its test is a matter of n.
// OFF-no-findings
// EVIDENCE: "evidence":[{"id":"calls-succeed","kind":"assumption"},{"id":"first-element","kind":"assumption"}]

#include <cuda_runtime.h>

__global__ void fill(int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i;
}
__global__ void twice(const int *values, int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = 2 * values[i];
}

void run(int n) {
  int *values, *out;
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  fill<<<(n + 255) / 256, 256, 0, first>>>(values, n);
  twice<<<1, 256, 0, second>>>(values, out, n); // ON-warn stream-order: reads memory that the kernel 'fill' may still write
  cudaDeviceSynchronize();
}
