// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=UNKNOWN
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ONEWARP --block-dim=32
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ROW --block-dim=1,4
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ONEWARP --config="{CheckOptions: {warplint.BlockDim: '32'}}"
//
// The block of kernels that are launched elsewhere, named on the command line or
// in the configuration.

__global__ void launchedElsewhere(float *out) {
  if (threadIdx.x < 32 && threadIdx.y < 8)
    __syncthreads(); // UNKNOWN-warn divergent-barrier: reached by only some threads
  if (threadIdx.x == 0)
    __syncthreads(); // UNKNOWN-warn divergent-barrier: reached by only some threads
  // ONEWARP-warn@-1 divergent-barrier: reached by only some threads
  // ONEWARP-note@-3: for example it holds for thread (0,0,0) and not for thread (1,0,0)
  if (threadIdx.y == 0)
    __syncthreads(); // UNKNOWN-warn divergent-barrier: reached by only some threads
  // ROW-warn@-1 divergent-barrier: reached by only some threads
  // ROW-note@-3: for example it holds for thread (0,0,0) and not for thread (0,1,0)
}

__global__ void voteOfTheOnlyWarp(const int *in) {
  if (__any_sync(~0u, in[threadIdx.x]))
    __syncthreads(); // UNKNOWN-warn divergent-barrier: reached by only some threads
}

// A launch in this file is better knowledge than the option's.
__global__ void launchedHere(float *out) {
  if (threadIdx.x < 32)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
  // note@-2: for example it holds for thread (0,0,0) and not for thread (32,0,0)
}

void launch(float *out) { launchedHere<<<1, 256>>>(out); }
