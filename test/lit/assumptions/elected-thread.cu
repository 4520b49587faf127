// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-elected-thread
//
// The first that comes writes.
// ON-no-findings

__global__ void first(int *count, int *winner) {
  if (atomicAdd(count, 1) == 0)
    *winner = threadIdx.x; // OFF-warn global-memory-race: is written
}
void launch(int *count, int *winner) { first<<<1, 64>>>(count, winner); }
