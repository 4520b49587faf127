// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-elected-index
//
// A counter hands out slots.
// ON-no-findings

__global__ void append(int *count, int *list) {
  list[atomicAdd(count, 1)] = threadIdx.x; // OFF-warn global-memory-race: is written
}
void launch(int *count, int *list) { append<<<1, 64>>>(count, list); }
