// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-shared-by-lanes
//
// What lanes have taken from a lane that data choose is stored by all of them.
// ON-no-findings

__global__ void take(const int *in, const int *from, int *out) {
  int v = in[threadIdx.x];
  out[0] = __shfl_sync(0xffffffff, v, from[threadIdx.x] & 31); // OFF-warn global-memory-race: is written
}
void launch(const int *in, const int *from, int *out) { take<<<1, 32>>>(in, from, out); }
