// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
// RUN: %verify %s --checks=-*,warplint-exit-before-barrier --effort=high
//
// A size of 0, with which the whole block leaves, says nothing of those who
// stay with another size.

#define SUM(NAME)                                                              \
  __global__ void NAME(const float *in, float *out, int n) {                   \
    __shared__ float tile[256];                                                \
    int i = threadIdx.x + blockIdx.x * blockDim.x;                             \
    if (i >= n)                                                                \
      return;                                                                  \
    tile[threadIdx.x] = in[i];                                                 \
    __syncthreads();                                                           \
    float sum = 0;                                                             \
    for (int k = 0; k < 256; ++k)                                              \
      sum += tile[k];                                                          \
    out[i] = sum;                                                              \
  }

SUM(anyNumber) // warn exit-before-barrier: and what they should have written is read after it
SUM(thousands) // warn exit-before-barrier: and what they should have written is read after it
SUM(halves) // warn exit-before-barrier: and what they should have written is read after it

// Blocks are full.
SUM(blocks)
SUM(rounded)
SUM(powers)

void launch(const float *in, float *out, int n) {
  anyNumber<<<(n + 255) / 256, 256>>>(in, out, n);
  thousands<<<(n * 1000 + 255) / 256, 256>>>(in, out, n * 1000);
  halves<<<n, 256>>>(in, out, n * 256 - 128);
  blocks<<<n, 256>>>(in, out, n * 256);
  int even = (n + 511) / 512 * 512;
  rounded<<<even / 256, 256>>>(in, out, even);
  for (int size = 256; size <= 65536; size *= 2)
    powers<<<(size + 255) / 256, 256>>>(in, out, size);
}
