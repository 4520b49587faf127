// RUN: %verify %s --checks=-*,warplint-tensor-memory
//
// FILL-IN: what this file is about.

__global__ void wrong(float *data) {
  data[threadIdx.x] = 0; // warn tensor-memory: FILL-IN: the message
}

// --- Silent -------------------------------------------------------------------

__global__ void right(float *data) {
  data[threadIdx.x] = 0;
}
