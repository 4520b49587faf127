// RUN: %verify %s --checks=-*,warplint-sync-mask
// RUN: %warplint --cache=off --quiet --report-only --checks=-*,warplint-sync-mask --statistics=%t.jsonl --cuda-path=%cuda_path %s -- -std=c++17 --cuda-gpu-arch=sm_90 | FileCheck --check-prefix=TEXT %s
// RUN: FileCheck --check-prefix=COUNTED --input-file=%t.jsonl %s
//
// An array of warps shows rows of 8 threads; in longer rows the mask fits.
// COUNTED: "kernel":"ofEight"
// COUNTED-SAME: "inferred-rows":1
// COUNTED: "kernel":"ofThirtyTwo"
// COUNTED-NOT: "inferred-rows"

__global__ void ofEight(float *p, const float *q) {
  __shared__ float tile[8][8];
  tile[threadIdx.y][threadIdx.x] = q[threadIdx.x];
  // TEXT: inferred-rows.cu:[[@LINE+1]]:{{.*}}: note: rests on: block (8,8,1) guessed (--block-dim states it){{$}}
  __syncwarp(threadIdx.x & 16 ? 0xffff0000u : 0xffffu); // warn sync-mask: '__syncwarp()'
  p[threadIdx.x + 8 * threadIdx.y] = tile[threadIdx.y][7 - threadIdx.x];
}

__global__ void ofThirtyTwo(float *p, const float *q) {
  __shared__ float tile[8][32];
  tile[threadIdx.y][threadIdx.x] = q[threadIdx.x];
  __syncwarp(threadIdx.x & 16 ? 0xffff0000u : 0xffffu);
  p[threadIdx.x + 32 * threadIdx.y] = tile[threadIdx.y][31 - threadIdx.x];
}
void launch(float *p, const float *q) { ofThirtyTwo<<<1, dim3(32, 8)>>>(p, q); }
