// RUN: %verify %s --checks=-*,warplint-global-memory-race
// XFAIL: *
//
// Races that this check does not see. When one is mended, it moves to races.cu.

__global__ void atomicAndPlain(int *counter, int *out) {
  atomicAdd(counter, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *counter = 0; // warn global-memory-race: 'counter
}
void launchAtomic(int *counter, int *out) { atomicAndPlain<<<4, 64>>>(counter, out); }
