// The barrier goes before the statement of the second access, or to the end of
// the loop; where threads differ on coming there, no edit is made.
//
// RUN: %verify %s --checks=-*,warplint-shared-memory-race
// RUN: cp %s %t.safe.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-shared-memory-race %t.safe.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: diff %s %t.safe.cu
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix-unsafe --checks=-*,warplint-shared-memory-race %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --strict-whitespace --input-file=%t.cu %s

__global__ void beforeTheRead(const int *in, int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = in[0];
  // CHECK:      {{^}}  __syncthreads();
  // CHECK-NEXT: {{^}}  out[threadIdx.x] = first;
  out[threadIdx.x] = first; // warn shared-memory-race: 'first' is read
}

__global__ void atTheEndOfTheLoop(const float *in, float *out, int n) {
  __shared__ float tile[128];
  float sum = 0;
  for (int base = 0; base < n; base += 128) {
    tile[threadIdx.x] = in[base + threadIdx.x]; // warn shared-memory-race: in the previous iteration
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i];
    // CHECK:      {{^}}      sum += tile[i];
    // CHECK:      {{^}}    __syncthreads();
    // CHECK-NEXT: {{^}}  }
  }
  out[threadIdx.x] = sum;
}

__global__ void beforeTheBranch(const int *in, int *out) {
  __shared__ int carry;
  if (threadIdx.x == 0)
    carry = in[0];
  __syncthreads();
  out[threadIdx.x] = carry;
  // CHECK:      {{^}}  out[threadIdx.x] = carry;
  // CHECK:      {{^}}  __syncthreads();
  // CHECK-NEXT: {{^}}  if (threadIdx.x == 0)
  if (threadIdx.x == 0)
    carry = 1; // warn shared-memory-race: 'carry' is overwritten
}

__global__ void noPlaceInOneStatement(const int *in, int *out) {
  __shared__ int cells[257];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  // CHECK:      {{^}}  __syncthreads();
  // CHECK-NOT:  {{^}}  __syncthreads();
  // CHECK:      {{^}}  cells[threadIdx.x] = cells[threadIdx.x + 1];
  cells[threadIdx.x] = cells[threadIdx.x + 1]; // warn shared-memory-race: is overwritten
}
void launch(const int *in, int *out) { noPlaceInOneStatement<<<1, 256>>>(in, out); }
