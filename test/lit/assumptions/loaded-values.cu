// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-exit-before-barrier,warplint-sync-mask --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier,warplint-exit-before-barrier,warplint-sync-mask --prefix=OFF --assume=no-loaded-values
//
// Whether threads come is in memory, an element for each of them.
// OFF-no-findings

__global__ void marked(const int *mark, float *out) {
  if (mark[threadIdx.x])
    __syncthreads(); // ON-warn divergent-barrier: reached by only some threads of the block
  out[threadIdx.x] = 0;
}

__global__ void leaves(const bool *done, float *out) {
  __shared__ float s[128];
  if (done[blockIdx.x * 128 + threadIdx.x])
    return;
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads(); // ON-warn exit-before-barrier: some threads of the block may have returned
  out[threadIdx.x] = s[127 - threadIdx.x];
}
void launch(const bool *done, float *out) { leaves<<<4, 128>>>(done, out); }
