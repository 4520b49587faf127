// RUN: %verify %s --checks=-*,warplint-global-memory-race
//
// What lies in shared memory is another thing in each block.

struct Shape {
  const unsigned char *data;
  float scale;
};

// Each block has a header of its own, and all write one place.
__global__ void headersOfBlocks(const Shape *shapes, float *__restrict__ out) {
  __shared__ const unsigned char *data;
  if (threadIdx.x == 0)
    data = shapes[blockIdx.x].data;
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<const unsigned *>(data); // warn global-memory-race: not all of them write the same
}

void launch(const Shape *shapes, float *out) { headersOfBlocks<<<4, 64>>>(shapes, out); }
