// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-no-alias
//
// Nobody says that both pointers lead to one array.
// ON-no-findings

__global__ void shift(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x + 1]; // OFF-warn global-memory-race: may still
}
void launch(float *out, const float *in) { shift<<<1, 64>>>(out, in); }
