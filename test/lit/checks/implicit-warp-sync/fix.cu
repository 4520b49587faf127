// One warp barrier between the steps that need it.
//
// RUN: %verify %s --checks=-*,warplint-implicit-warp-sync
// RUN: cp %s %t.cu
// RUN: %warplint --quiet --fix-unsafe --checks=-*,warplint-implicit-warp-sync %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s

__global__ void exchange(const int *in, int *out) {
  __shared__ int cells[32];
  cells[threadIdx.x] = in[threadIdx.x];
  // CHECK:      {{^}}  __syncwarp();
  // CHECK-NEXT: {{^}}  out[threadIdx.x] = cells[31 - threadIdx.x];
  out[threadIdx.x] = cells[31 - threadIdx.x]; // warn implicit-warp-sync: is read while another lane
}
void launch(const int *in, int *out) { exchange<<<1, 32>>>(in, out); }
