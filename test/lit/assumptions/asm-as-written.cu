// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// Inline assembly writes the operand that it names.
// COUNTED-NOT: "asm-as-written":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "asm-as-written":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "asm-as-written":{{[1-9]}}

__global__ void plain(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void rests(float *a) {
  __shared__ float s[128];
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  s[threadIdx.x] = lane;
  a[threadIdx.x] = s[127 - threadIdx.x];
}
