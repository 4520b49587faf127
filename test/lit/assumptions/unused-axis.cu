// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// A kernel that does nothing with an axis is launched along the others.
// COUNTED-NOT: "unused-axis":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "unused-axis":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "unused-axis":{{[1-9]}}

__global__ void plain(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}
void run(float *a) { plain<<<1, 128>>>(a); }

__global__ void rests(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}
