// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// The lane that is elected is the first.
// COUNTED-NOT: "first-lane":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "first-lane":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "first-lane":{{[1-9]}}

__global__ void plain(float *a) {
  __shared__ float s[64];
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = a[threadIdx.x];
  a[threadIdx.x] = s[1 - threadIdx.x / 32];
}

__global__ void rests(float *a) {
  __shared__ float s[64];
  int elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff;\n"
               "selp.b32 %0, 1, 0, p; }"
               : "=r"(elected));
  if (elected)
    s[threadIdx.x / 32] = a[threadIdx.x];
  a[threadIdx.x] = s[1 - threadIdx.x / 32];
}
void run(float *a) {
  plain<<<1, 64>>>(a);
  rests<<<1, 64>>>(a);
}
