// RUN: not %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// The pointer holds the kernel that the host code shows.
// COUNTED-NOT: "pointer-launch":
// COUNTED: "kernel":"plain"
// COUNTED-NOT: "pointer-launch":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "pointer-launch":{{[1-9]}}

__global__ void plain(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void rests(float *a) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[127 - threadIdx.x];
}

void launch(void (*kernel)(float *), float *a) { kernel<<<1, 128>>>(a); }
void run(float *a) {
  launch(rests, a);
  plain<<<1, 128>>>(a);
}
