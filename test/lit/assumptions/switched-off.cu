// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-barrier-init --prefix=ON
// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-barrier-init --prefix=OFF --assume=no-switched-off
// RUN: %warplint --cache=off --quiet --report-only --format=json --statistics=%t.jsonl --checks=-*,warplint-shared-memory-race --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 > %t.json
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// A constant switches off the launch of two kernels; what it says of their
// blocks is all that is known.
// COUNTED: "kernel":"pairs"
// COUNTED-SAME: "switched-off":1
// COUNTED: "kernel":"made"
// COUNTED-NOT: "switched-off"

__global__ void pairs(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // ON-warn shared-memory-race: may still
}

__global__ void made(float *a) {
  __shared__ float s[512];
  s[threadIdx.x] = a[threadIdx.x];
  if (blockDim.x > 300)
    a[threadIdx.x] = s[383 - threadIdx.x]; // warn shared-memory-race: may still
}

template <bool Wide> void start(float *a) {
  if (Wide)
    pairs<<<1, 384>>>(a);
  else
    made<<<1, 384>>>(a);
}
void all(float *a) { start<false>(a); }
