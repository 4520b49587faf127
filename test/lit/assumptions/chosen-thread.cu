// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=ON
// RUN: %verify %s --checks=-*,warplint-global-memory-race --prefix=OFF --assume=no-chosen-thread
//
// One thread has the key.
// ON-no-findings

__global__ void find(const int *key, int *at) {
  if (key[threadIdx.x] == 7)
    *at = threadIdx.x; // OFF-warn global-memory-race: is written
}
void launch(const int *key, int *at) { find<<<1, 64>>>(key, at); }
