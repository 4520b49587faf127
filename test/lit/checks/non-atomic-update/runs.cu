// RUN: %verify %s --checks=-*,warplint-non-atomic-update
//
// Where neighbours in a table differ a run of equal numbers ends; in a sorted
// table each number has one.

__global__ void sizes(const unsigned *key, int *out) {
  __shared__ unsigned digit[256];
  __shared__ int start[16];
  int t = threadIdx.x;
  digit[t] = key[blockIdx.x * 256 + t] & 15;
  if (t < 16)
    start[t] = 0;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    start[digit[t]] = t;
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    start[digit[t - 1]] = t - start[digit[t - 1]]; // silent: elected-thread
  __syncthreads();
  if (t < 16)
    out[blockIdx.x * 16 + t] = start[t];
}

// Of the whole grid.
__global__ void sizesOfAll(const unsigned *key, int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned own = key[i];
  if (i == n - 1 || own != key[i + 1])
    ;
  else
    return;
  if (own != key[i + 1])
    start[own] = i - start[own]; // silent: elected-thread
}

// Each block has a table of its own, but not what it counts.
__global__ void sums(const unsigned *key, int *sum) {
  __shared__ unsigned digit[256];
  int t = threadIdx.x;
  digit[t] = key[blockIdx.x * 256 + t];
  __syncthreads();
  if (t > 0 && digit[t] != digit[t - 1])
    sum[digit[t]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// Other numbers.
__global__ void others(const unsigned *key, const int *bin, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] != key[i + 1])
    sum[bin[i]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}

// No neighbours.
__global__ void apart(const unsigned *key, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (key[i] != key[n - i])
    sum[key[i]] += 1; // warn non-atomic-update: an element of 'sum' is read, changed and written back
}
