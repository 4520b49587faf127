// RUN: %verify %s --checks=-*,warplint-global-memory-race
// REQUIRES: curand
//
// The state of a random number generator belongs to one thread.
#include <curand_kernel.h>

__global__ void oneStateForAll(curandState *state, float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform(state); // warn global-memory-race: 'state' is overwritten
}

__global__ void oneStateEach(curandState *states, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(1234, i, 0, &states[i]);
  curandState mine = states[i];
  out[i] = curand_normal(&mine) + curand_uniform(states + i); // silent: no-alias
  states[i] = mine; // silent: no-alias
}
