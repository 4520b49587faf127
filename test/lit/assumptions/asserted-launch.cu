// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// A kernel says of its launch what is true.
// COUNTED-NOT: "asserted-launch":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "asserted-launch":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "asserted-launch":{{[1-9]}}

__global__ void plain(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void rests(float *a) {
  __builtin_assume(blockDim.x == 128);
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}
