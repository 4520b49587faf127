// RUN: not %warplint --cuda-path=%cuda_path --checks=-*,warplint-exit-before-barrier %s -- 2>&1 | FileCheck %s
// RUN: not %warplint --cuda-path=%cuda_path --checks=-*,warplint-exit-before-barrier --effort=low %s -- 2>&1 | FileCheck %s --check-prefix=LOW
//
// What threads that left should have written is shown by runs of threads. One
// that is too long to be followed shows nothing: that is counted, and makes no
// alarm. How long a run may be is a matter of effort.

// CHECK: [[@LINE+21]]:{{.*}}'__syncthreads()', and what they should have written is read after it
// CHECK-NOT: should have written
// CHECK: 'longRun' was not seen whole: left out {{[0-9]+}} reads behind early returns
// CHECK-NOT: 'shortRun' was not seen whole
// LOW-NOT: should have written
// LOW: 'shortRun' was not seen whole: left out {{[0-9]+}} reads behind early returns

template <int Times>
__device__ float sumOf(const float *in, int i, int m) {
  float sum = 0;
  for (int k = 0; k < Times; ++k)
    sum += in[k * m + i];
  return sum;
}

__global__ void shortRun(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = sumOf<100>(in, i, m);
  __syncthreads();
  out[i] = s[255 - threadIdx.x];
}
__global__ void longRun(const float *in, float *out, int n, int m) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[threadIdx.x] = sumOf<100000>(in, i, m);
  __syncthreads();
  float most = 0;
  for (int k = 0; k < min(256, n - int(blockIdx.x * 256)); ++k)
    most = fmaxf(most, s[k]);
  out[i] = most;
}
void launch(const float *in, float *out, int n, int m) {
  shortRun<<<(n + 255) / 256, 256>>>(in, out, n, m);
  longRun<<<(n + 255) / 256, 256>>>(in, out, n, m);
}
