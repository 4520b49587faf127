// RUN: %warplint --cache=off --quiet --format=json --statistics=%t.jsonl --checks=-*,warplint-sync-mask --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// Lanes are seen in a block of 256 threads along x: in one of 16 x 16 others come.
// COUNTED-NOT: "example-lanes":
// COUNTED: "kernel":"known"
// COUNTED-NOT: "example-lanes":
// COUNTED: "kernel":"rests"
// COUNTED-SAME: "example-lanes":{{[1-9]}}

__global__ void known(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x < 16) v += __shfl_xor_sync(0xffffu, v, 1);
  p[threadIdx.x] = v;
}
void run(int *p) { known<<<1, 256>>>(p); }
__global__ void rests(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x < 16) v += __shfl_xor_sync(0xffffu, v, 1);
  p[threadIdx.x] = v;
}
