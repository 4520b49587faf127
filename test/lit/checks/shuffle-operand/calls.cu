// RUN: not %warplint --cuda-path=%cuda_path --checks=-*,warplint-shuffle-operand %s -- --cuda-gpu-arch=sm_80 2>&1 | FileCheck %s
//
// A finding in a helper says by which calls a kernel comes to it.

__device__ float twice(float v);
__device__ float ofLane(float v);
__global__ void kernel(float *p) {
  p[threadIdx.x] = twice(p[threadIdx.x]);
}
__device__ float twice(float v) {
  return ofLane(v) * 2;
}
__device__ float ofLane(float v) {
  return __shfl_sync(0xffff, v, 20);
}
// CHECK: calls.cu:14:10: warning: '__shfl_sync()' reads lane 20, which its mask 0xffff does not name
// CHECK: calls.cu:8:20: note: through this call of 'twice'
// CHECK: calls.cu:11:10: note: through this call of 'ofLane'
// CHECK: 1 finding
