// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race --prefix=OFF --assume=no-code-version
// RUN: %warplint --cache=off --quiet --report-only --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 > %t.json
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// The program may hold code for other devices, too.
// COUNTED: "kernel":"pairs"
// COUNTED-SAME: "code-version":1
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "code-version"

#include <cuda_runtime.h>

__global__ void pairs(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // ON-warn shared-memory-race: may still
}

__global__ void plain(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // warn shared-memory-race: may still
}

void runPairs(float *a) {
  cudaFuncAttributes asked;
  cudaFuncGetAttributes(&asked, pairs);
  pairs<<<1, asked.ptxVersion >= 30 ? 384 : 64>>>(a);
}
void runPlain(float *a) { plain<<<1, 384>>>(a); }
