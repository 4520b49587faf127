// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=ON
// RUN: %verify %s --checks=-*,warplint-divergent-barrier --prefix=OFF --assume=no-unknown-values
//
// What the clock shows is another number for each thread, as far as is known.
// OFF-no-findings

__global__ void now_and_then(float *out) {
  if (clock64() & 1)
    __syncthreads(); // ON-warn divergent-barrier: reached by only some threads of the block
  out[threadIdx.x] = 0;
}
