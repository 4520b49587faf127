// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// A number that changes once a row, behind loops in loops that only pass it on: their
// joins hand it to each other in rings in rings.

__global__ void shrinks(const float *in, float *out, int keys, int rows, int width) {
  float sum = 0;
  for (int key = 0; key < keys; ++key)
    for (int row = 0; row < rows; ++row) {
      for (int pass = 0; pass < 2; ++pass)
        for (int half = 0; half < rows; ++half)
          for (int i = 0; i < rows; ++i)
            for (int j = 0; j < rows; ++j) {
              if (in[j * blockDim.x + threadIdx.x] > 0)
                for (int k = 0; k < keys; ++k)
                  sum += in[i];
              for (int k = 0; k < rows; ++k)
                sum += in[k];
            }
      for (int column = 0; column < width; column += 64)
        __syncthreads();
      width -= width / 4;
    }
  out[threadIdx.x] = sum;
}

// Some threads change it themselves; the reason is not that the loop's own counter
// stands in its condition.
__global__ void grows(const float *in, float *out, int keys, int rows, int width) {
  float sum = 0;
  for (int key = 0; key < keys; ++key)
    for (int row = 0; row < rows; ++row) {
      for (int pass = 0; pass < 2; ++pass)
        for (int half = 0; half < rows; ++half)
          for (int i = 0; i < rows; ++i)
            for (int j = 0; j < rows; ++j) {
              if (in[j * blockDim.x + threadIdx.x] > 0) {
                for (int k = 0; k < keys; ++k)
                  sum += in[i];
                ++width;
              }
              for (int k = 0; k < rows; ++k)
                sum += in[k];
            }
      for (int column = 0; column < width; column += 64)
        __syncthreads(); // warn divergent-barrier: reached by only some threads
        // note@-10: 'width' varies by thread: it is assigned under this condition, which does
        // note@-11: 'threadIdx.x' is read here
      width -= width / 4;
    }
  out[threadIdx.x] = sum;
}
