// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// A copy of a half2 loads and stores it.
// COUNTED-NOT: "value-copies":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "value-copies":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "value-copies":{{[1-9]}}

#include <cuda_fp16.h>

__global__ void plain(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void rests(half2 *a) {
  __shared__ half2 s[128];
  half2 mine = a[threadIdx.x];
  s[threadIdx.x] = mine;
  a[threadIdx.x] = s[127 - threadIdx.x];
}
