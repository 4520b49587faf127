// RUN: %verify %s --checks=-*,warplint-pdl-order --prefix=ON
// RUN: %verify %s --checks=-*,warplint-pdl-order --prefix=OFF --assume=no-kernels-ahead
//
// No launch shows that a kernel ahead uses what is written before the wait.
// OFF-no-findings

__global__ void clears(float *out, const float *in) {
  out[threadIdx.x] = 0; // ON-warn pdl-order: 'out' is touched before the wait for the kernels ahead
  cudaGridDependencySynchronize();
  out[threadIdx.x] += in[threadIdx.x];
}

__global__ void inPlace(int *all, int n) {
  int before = all[threadIdx.x]; // ON-warn pdl-order: 'all' is touched before the wait
  asm volatile("griddepcontrol.wait;" ::: "memory");
  all[threadIdx.x] = before + n;
}
