// Threads that have left have no part in what those that stay read: each reads
// its own column, whichever row memory or a loop chooses.
// RUN: %verify %s --checks='-*,warplint-exit-before-barrier'

#include <cuda_runtime.h>

__global__ void rowOfMemory(const int *which, float *out, int n) {
  __shared__ float rows[12][256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 12; ++k)
    rows[k][threadIdx.x] = k * i;
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[i] = rows[which[i]][threadIdx.x];
}

// Another thread's column.
__global__ void columnOfMemory(const int *which, float *out, int n) {
  __shared__ float rows[12][256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 12; ++k)
    rows[k][threadIdx.x] = k * i;
  __syncthreads(); // warn exit-before-barrier: what they should have written
  out[i] = rows[threadIdx.x % 12][which[i]];
}

// Flat, each row as long as the block.
__global__ void flat(const int *which, float *out, int n) {
  __shared__ float all[8 * 128];
  int t = threadIdx.x;
  if (blockIdx.x * 128 + t >= n)
    return;
  for (int k = 0; k < 8; ++k)
    all[k * 128 + t] = out[k];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[t] = all[which[t] * 128 + t];
}

// Rows overlap: the next row's first thread has the same place.
__global__ void tooShort(const int *which, float *out, int n) {
  __shared__ float all[8 * 128];
  int t = threadIdx.x;
  if (blockIdx.x * 128 + t >= n)
    return;
  for (int k = 0; k < 8; ++k)
    all[k * 64 + t] = out[k];
  __syncthreads(); // warn exit-before-barrier: what they should have written
  out[t] = all[which[t] * 64 + t];
}

// A record of one's own in each of several tables.
struct Pair {
  int key, value;
};
__global__ void records(const int *which, int *out, int n) {
  __shared__ Pair tables[4][64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  for (int k = 0; k < 4; ++k)
    tables[k][t].value = k + out[t];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[t] = tables[which[t] & 3][t].value;
}

__global__ void recordsOfOthers(const int *which, int *out, int n) {
  __shared__ Pair tables[4][64];
  int t = threadIdx.x;
  if (t >= n)
    return;
  for (int k = 0; k < 4; ++k)
    tables[k][t].value = k + out[t];
  __syncthreads(); // warn exit-before-barrier: what they should have written
  out[t] = tables[which[t] & 3][63 - t].value;
}

void launch(const int *which, float *out, int *numbers, int n) {
  rowOfMemory<<<(n + 255) / 256, 256>>>(which, out, n);
  columnOfMemory<<<(n + 255) / 256, 256>>>(which, out, n);
  flat<<<(n + 127) / 128, 128>>>(which, out, n);
  tooShort<<<(n + 127) / 128, 128>>>(which, out, n);
  records<<<1, 64>>>(which, numbers, n);
  recordsOfOthers<<<1, 64>>>(which, numbers, n);
}
