// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-shared-by-lanes
//
// What a warp has put together is stored by all its lanes.
// ON-no-findings

__global__ void add(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int i = 16; i > 0; i /= 2)
    v = 3 * v + __shfl_xor_sync(0xffffffff, v, i);
  out[0] = v; // OFF-warn global-memory-race: is written
}
void launch(const int *in, int *out) { add<<<1, 32>>>(in, out); }
