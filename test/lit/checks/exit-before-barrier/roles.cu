// RUN: %verify %s --checks=-*,warplint-exit-before-barrier
//
// Threads that wait for the others and then leave have a part of their own: what
// the others write and read is not left to them.

__global__ void fillsAndCounts(const int *key, int *filled, int *out, int n,
                               int parts) {
  extern __shared__ int counts[];
  if (threadIdx.x < 256) {
    for (int i = threadIdx.x; i < n; i += 256)
      filled[i] = n;
    __syncthreads();
    return;
  }
  int t = threadIdx.x - 256, stride = blockDim.x - 256;
  for (int i = 0; i < parts; ++i)
    counts[(t + 1) * parts + i] = 0;
  for (int i = t; i < n; i += stride)
    counts[(t + 1) * parts + key[i]] += 1;
  __syncthreads(); // The one at which the others wait before they leave.
  if (t < parts)
    for (int i = 1; i <= stride; ++i)
      counts[i * parts + t] += counts[(i - 1) * parts + t];
  __syncthreads(); // warn exit-before-barrier: (portability)
  out[t] = counts[stride * parts + t];
}

__global__ void leavesAndCounts(const int *key, int *filled, int *out, int n,
                                int parts) {
  extern __shared__ int counts[];
  int t = threadIdx.x;
  if (t >= n)
    return;
  for (int i = 0; i < parts; ++i)
    counts[(t + 1) * parts + i] = key[t] == i;
  __syncthreads(); // warn exit-before-barrier: and what they should have written is read after it
  if (t < parts)
    for (int i = 1; i <= blockDim.x; ++i)
      counts[i * parts + t] += counts[(i - 1) * parts + t];
}
