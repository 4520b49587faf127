// The barrier goes before the statement of the second use; where that stands
// alone under an `if`, no edit is made.
//
// RUN: %verify %s --checks=-*,warplint-temp-storage-reuse
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix-unsafe --checks=-*,warplint-temp-storage-reuse %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s

#include <cub/block/block_reduce.cuh>

using Reduce = cub::BlockReduce<int, 128>;

__global__ void mended(int *p) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  // CHECK:      {{^}}  __syncthreads();
  // CHECK-NEXT: {{^}}  int b = Reduce(temp).Sum(a);
  int b = Reduce(temp).Sum(a); // warn temp-storage-reuse: uses 'temp' again
  p[threadIdx.x] = b;
}

__global__ void leftAlone(int *p, int n) {
  __shared__ Reduce::TempStorage temp;
  int a = Reduce(temp).Sum(p[threadIdx.x]);
  // CHECK:      {{^}}  if (n > 7)
  // CHECK-NEXT: {{^}}    a = Reduce(temp).Sum(a);
  if (n > 7)
    a = Reduce(temp).Sum(a); // warn temp-storage-reuse: uses 'temp' again
  p[threadIdx.x] = a;
}
